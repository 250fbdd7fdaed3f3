import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StoredFile } from './stored-file.ts'

/** May be kept for an hour; after that the browser asks, because a replaced picture keeps its address. */
const CACHE_CONTROL = 'public, max-age=3600, must-revalidate'

interface ByteRange {
  start: number
  /** Included. */
  end: number
}

/** Answers with a stored picture: 304 when the caller has it, one part of it when asked for, else all of it. */
export async function sendPicture(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
): Promise<FastifyReply> {
  reply.headers({
    'cache-control': CACHE_CONTROL,
    etag: file.etag,
    'last-modified': file.modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
    'x-robots-tag': 'none',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  if (isKnown(request, file)) return withoutBody(reply.code(304), file)
  reply.type('image/webp')
  const range = requestedRange(request, file)
  if (range === 'unsatisfiable') {
    return withoutBody(reply.code(416).header('content-range', `bytes */${file.size}`), file)
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  reply.header('content-length', range ? range.end - range.start + 1 : file.size)
  if (request.method === 'HEAD' || file.size === 0) return withoutBody(reply, file)
  return reply.send(file.handle.createReadStream({ ...range }))
}

async function withoutBody(reply: FastifyReply, file: StoredFile): Promise<FastifyReply> {
  await file.handle.close()
  return reply.send()
}

/** `If-None-Match` decides; the date counts only without it (RFC 9110, 13.2.2). */
function isKnown({ headers }: FastifyRequest, { etag, modifiedAt }: StoredFile): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return tags.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return since >= modifiedAt.getTime()
}

/** One range of bytes; several, and what cannot be understood, are answered with the whole. */
function requestedRange(
  { headers, method }: FastifyRequest,
  file: StoredFile,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if (method !== 'GET' || (!first && !last) || !isSameVersion(headers['if-range'], file)) return undefined
  const start = first ? Number(first) : Math.max(0, file.size - Number(last))
  const end = first && last ? Math.min(Number(last), file.size - 1) : file.size - 1
  if (first && last && Number(last) < Number(first)) return undefined
  return start >= file.size ? 'unsatisfiable' : { start, end }
}

function isSameVersion(condition: string | string[] | undefined, { etag, modifiedAt }: StoredFile): boolean {
  if (condition === undefined || condition === etag) return true
  return Date.parse(String(condition)) === modifiedAt.getTime()
}
