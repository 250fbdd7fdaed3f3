import { buffer } from 'node:stream/consumers'
import { encodeExtended } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { isDiskFull } from '../../../../db/files.ts'
import type { Db } from '../../../../db/tables.ts'
import type { AppError } from '../../../platform/http/errors.ts'
import { isUnchanged } from '../../../platform/http/etag.ts'
import type { ByteRange } from '../blobs.ts'
import { FOREVER_CACHE_CONTROL, VERSION_LENGTH } from '../constants.ts'
import { findDocument } from '../document-queries.ts'
import { objectNotFound } from '../errors.ts'
import { hasSizes } from '../object-name.ts'
import type { Storage } from '../storage.ts'
import type { StoredObject } from './object-queries.ts'
import { etagOf } from './object-view.ts'
import type { readQuerySchema } from './request-schema.ts'

type SendOptions = z.infer<typeof readQuerySchema>

interface Representation {
  etag: string
  modifiedAt: Date
  /** Headers that describe the object, except the length. */
  headers: Record<string, string>
}

/** Called with the body that is sent, which is empty for a 304. */
type Remember = (body: Buffer) => void

/** Larger objects are read from the store each time. */
const MAX_REMEMBERED_BYTES = 1024 * 1024
const NOTHING = Buffer.alloc(0)

/**
 * Sends the object that `find` returns, and returns the reply. `find` is called again when the object is replaced before its
 * bytes are read, so that readers get either the old or the new version. `begin` is called before each read and returns a
 * function that gets the response if it may be cached. Throws `objectNotFound`.
 */
export async function sendFound(
  reply: FastifyReply,
  storage: Storage,
  find: () => Promise<StoredObject | undefined>,
  options: SendOptions,
  begin: () => Remember | undefined = () => undefined,
): Promise<FastifyReply> {
  let tried = ''
  for (;;) {
    const remember = begin()
    const object = await find()
    if (!object || object.blob === tried) throw objectNotFound()
    tried = object.blob
    if (await sendObject(reply, storage, object, options, remember)) return reply
  }
}

/**
 * Sends an object: 304 when the client has it, 412 when it wants another version, the requested range, or all of it. Returns
 * false, and sends nothing, when the bytes are missing. It does not return the reply, because awaiting a reply waits for the
 * end of the response.
 */
async function sendObject(
  reply: FastifyReply,
  storage: Storage,
  object: StoredObject,
  options: SendOptions,
  remember: Remember | undefined,
): Promise<boolean> {
  const width = hasSizes(object) ? options.width : undefined
  const shown = representationOf(object, options, width)
  reply.headers({ ...shown.headers, etag: shown.etag })
  if (isOutdated(reply.request, shown)) {
    reply.code(412).header('cache-control', 'no-store').send()
    return true
  }
  if (isNotModified(reply.request, shown)) {
    remember?.(NOTHING)
    reply.code(304).send()
    return true
  }
  reply.type(servedType(object.mimetype))
  if (options.download !== undefined) reply.header('content-disposition', disposition(options.download))
  const bytes = width ? await findSmaller(reply, storage, object, width) : object
  if (!bytes) return false
  // A whole picture in place of a smaller one must not be cached.
  const isLasting = !width || bytes !== object
  return sendBytes(reply, { ...shown, ...bytes }, storage, isLasting ? remember : undefined)
}

function representationOf(object: StoredObject, { v }: SendOptions, width: number | undefined): Representation {
  const modifiedAt = new Date(Math.floor(object.updated_at.getTime() / 1000) * 1000)
  const isVersion = v === object.content_hash.slice(0, VERSION_LENGTH)
  const headers = {
    'cache-control': isVersion ? FOREVER_CACHE_CONTROL : object.cache_control,
    'last-modified': modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
    'x-robots-tag': 'none',
    'content-security-policy': "default-src 'none'; sandbox",
  }
  return { etag: etagOf(object, width), modifiedAt, headers }
}

/** Returns a smaller version, or the whole picture for this one response when the disk has no room for another file. */
async function findSmaller(reply: FastifyReply, { variants }: Storage, object: StoredObject, width: number) {
  try {
    return await variants.find(object.blob, width)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    reply.header('cache-control', 'no-store').removeHeader('etag').removeHeader('last-modified')
    return object
  }
}

async function sendBytes(
  reply: FastifyReply,
  shown: Representation & { blob: string; size: number },
  { blobs }: Storage,
  remember: Remember | undefined,
): Promise<boolean> {
  const { blob, size } = shown
  const range = requestedRange(reply.request, shown, size)
  if (range === 'unsatisfiable') {
    // Overrides the object's own caching.
    reply
      .code(416)
      .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
      .send()
    return true
  }
  const bodiless = reply.request.method === 'HEAD' || size === 0
  const stream = bodiless ? undefined : await blobs.read(blob, range)
  if (!stream && !bodiless) return false
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  if (!stream || !remember || range || size > MAX_REMEMBERED_BYTES) {
    reply.send(stream)
    return true
  }
  const body = await buffer(stream)
  remember(body)
  reply.send(body)
  return true
}

/** Returns the media type to send: HTML becomes plain text, so that no uploaded page runs on the shop's origin. */
function servedType(mimetype: string): string {
  return /^(text\/html|application\/xhtml\+xml)\b/i.test(mimetype) ? 'text/plain; charset=utf-8' : mimetype
}

/** Returns the header in the form of the storage protocol, which repeats the encoded name as the plain one. */
function disposition(name: string): string {
  if (!name) return 'attachment;'
  const extended = encodeExtended(name)
  return `attachment; filename=${extended.replace(/^UTF-8''/, '')}; filename*=${extended}`
}

/**
 * Returns whether the client accepts only another version, such as one that it has begun to download. `If-Match` takes
 * precedence over the date, and compares tags strongly (RFC 9110, 13.1.1).
 */
function isOutdated({ headers }: FastifyRequest, { etag, modifiedAt }: Representation): boolean {
  const { 'if-match': tags, 'if-unmodified-since': since } = headers
  if (tags !== undefined) return !tags.split(',').some((tag) => tag.trim() === '*' || tag.trim() === etag)
  return Date.parse(since ?? '') < modifiedAt.getTime()
}

/** Returns whether the client has this version. `If-None-Match` takes precedence over the date (RFC 9110, 13.2.2). */
function isNotModified({ headers }: FastifyRequest, { etag, modifiedAt }: Representation): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return isUnchanged(tags, etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return since >= modifiedAt.getTime()
}

/** Returns the requested range; undefined, for the whole object, when there are several or the header is invalid. */
function requestedRange(
  { headers, method }: FastifyRequest,
  shown: Representation,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(headers.range ?? '') ?? []
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

/** Sends the document of an account as an attachment. Throws `notFound` when there is none. */
export async function sendDocument(
  reply: FastifyReply,
  { db, storage }: { db: Db; storage: Storage },
  ownerId: string,
  notFound: () => AppError,
): Promise<FastifyReply> {
  const find = () => findDocument(db, ownerId)
  if (!(await find())) throw notFound()
  return sendFound(reply, storage, find, { download: 'document' })
}
