import { encodeExtended } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnchanged } from '../http/etag.ts'
import type { ByteRange } from './blobs.ts'
import { FOREVER_CACHE_CONTROL, VERSION_LENGTH } from './constants.ts'
import { objectNotFound } from './errors.ts'
import { pictureKindOf } from './object-name.ts'
import type { StoredObject } from './object-queries.ts'
import { etagOf } from './object-view.ts'
import type { Storage } from './storage.ts'

/** What the caller asked for besides the object itself. */
export interface Wish {
  /** Width in pixels, for pictures. */
  width?: number | undefined
  /** The beginning of the content's hash: with it the answer may be kept for ever. */
  v?: string | undefined
  /** Present: to be saved as a file, under this name if there is one. */
  download?: string | undefined
}

/** What is sent, before a part of it is chosen. */
interface Representation {
  etag: string
  modifiedAt: Date
}

/**
 * Answers with the object that `find` finds. One that is replaced between row and bytes is looked up again: readers get
 * the old bytes or the new ones.
 */
export async function sendFound(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  find: () => Promise<StoredObject | undefined>,
  wish: Wish = {},
): Promise<FastifyReply> {
  let tried = ''
  for (;;) {
    const object = await find()
    if (!object || object.blob === tried) throw objectNotFound()
    tried = object.blob
    if (await sendObject(request, reply, storage, object, wish)) return reply
  }
}

/**
 * False when the bytes are gone; else answers: 304 when the caller has it, one part of it when asked for, else all of it.
 * Never answers the reply itself: awaited, it is the end of the answer, and nothing.
 */
async function sendObject(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  object: StoredObject,
  wish: Wish,
): Promise<boolean> {
  const width = pictureKindOf(object.bucket_id) ? wish.width : undefined
  const shown: Representation = {
    etag: etagOf(object, width),
    modifiedAt: new Date(Math.floor(object.updated_at.getTime() / 1000) * 1000),
  }
  const isThatVersion = wish.v !== undefined && wish.v === object.content_hash.slice(0, VERSION_LENGTH)
  reply.headers({
    'cache-control': isThatVersion ? FOREVER_CACHE_CONTROL : object.cache_control,
    etag: shown.etag,
    'last-modified': shown.modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
    'x-robots-tag': 'none',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  if (isKnown(request, shown)) {
    reply.code(304).send()
    return true
  }
  reply.type(servedType(object.mimetype))
  if (wish.download !== undefined) reply.header('content-disposition', disposition(wish.download))
  const bytes = width ? await storage.variants.find(object.blob, width) : object
  return bytes !== undefined && sendBytes(request, reply, { ...shown, ...bytes }, storage)
}

async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  shown: Representation & { blob: string; size: number },
  { blobs }: Storage,
): Promise<boolean> {
  const { blob, size } = shown
  const range = requestedRange(request, shown, size)
  if (range === 'unsatisfiable') {
    // As long as the file itself is kept, nobody else is to be told this.
    reply
      .code(416)
      .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
      .send()
    return true
  }
  const bodiless = request.method === 'HEAD' || size === 0
  const stream = bodiless ? undefined : await blobs.read(blob, range)
  if (!stream && !bodiless) return false
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  reply.send(stream)
  return true
}

/** Pages are shown as text: nobody's file speaks for the shop. */
function servedType(mimetype: string): string {
  return /^(text\/html|application\/xhtml\+xml)\b/i.test(mimetype) ? 'text/plain; charset=utf-8' : mimetype
}

/** In the form of the storage protocol, which repeats the encoded name as the plain one. */
function disposition(name: string): string {
  if (!name) return 'attachment;'
  const extended = encodeExtended(name)
  return `attachment; filename=${extended.replace(/^UTF-8''/, '')}; filename*=${extended}`
}

/** `If-None-Match` decides; the date counts only without it (RFC 9110, 13.2.2). */
function isKnown({ headers }: FastifyRequest, { etag, modifiedAt }: Representation): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return isUnchanged(tags, etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return since >= modifiedAt.getTime()
}

/** One range of bytes; several, and what cannot be understood, are answered with the whole. */
function requestedRange(
  { headers, method }: FastifyRequest,
  shown: Representation,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if (method !== 'GET' || (!first && !last) || !isSameVersion(headers['if-range'], shown)) return undefined
  const start = first ? Number(first) : Math.max(0, size - Number(last))
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1
  if (first && last && Number(last) < Number(first)) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}

function isSameVersion(condition: string | string[] | undefined, { etag, modifiedAt }: Representation): boolean {
  if (condition === undefined || condition === etag) return true
  return Date.parse(String(condition)) === modifiedAt.getTime()
}
