import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { invalidRequest } from './errors.ts'
import { objectMetadataSchema } from './object-metadata.ts'
import type { Content } from './store-object.ts'

const DEFAULT_TYPE = 'application/octet-stream'
const WITHOUT_CACHE_TIME = 'no-cache'
const TYPE_PATTERN = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w-]+=(?:[\w!#$&^.+-]+|"[^"\\]*"))*$/
const CACHE_CONTROL_PATTERN = /^[\w=,\- ]{1,100}$/

/**
 * Hands the file of an upload to `store` while it comes in: the one file of a form, or the whole body. What is said of
 * it stands in front of it: in fields, or in headers.
 */
export async function readUpload<T>(request: FastifyRequest, store: (content: Content) => Promise<T>): Promise<T> {
  if (!request.isMultipart()) return store(rawContent(request))
  const fields = new Map<string, string>()
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields.set(part.fieldname, String(part.value))
      continue
    }
    return store({
      stream: part.file,
      mimetype: checkType(fields.get('contentType') ?? part.mimetype),
      cache_control: cacheTime(fields.get('cacheControl')),
      user_metadata: parseMetadata(fields.get('metadata')),
    })
  }
  throw invalidRequest('body must have a file')
}

function rawContent({ headers, body, raw }: FastifyRequest): Content {
  const { 'x-metadata': metadata } = headers
  const cacheControl = headers['cache-control']
  return {
    stream: (body as Readable | undefined) ?? raw,
    mimetype: checkType(headers['content-type']),
    cache_control: cacheControl && CACHE_CONTROL_PATTERN.test(cacheControl) ? cacheControl : WITHOUT_CACHE_TIME,
    user_metadata: parseMetadata(metadata && Buffer.from(String(metadata), 'base64').toString('utf8')),
  }
}

function checkType(type: string | undefined): string {
  if (!type) return DEFAULT_TYPE
  if (type.length > 255 || !TYPE_PATTERN.test(type)) throw invalidRequest('headers/content-type must be a media type')
  return type
}

/** A form names seconds. */
function cacheTime(seconds: string | undefined): string {
  return seconds && /^\d{1,10}$/.test(seconds) ? `max-age=${seconds}` : WITHOUT_CACHE_TIME
}

function parseMetadata(text: string | undefined): Record<string, unknown> | null {
  if (!text) return null
  try {
    return objectMetadataSchema.parse(JSON.parse(text))
  } catch {
    throw invalidRequest('metadata must be a JSON object of at most 8 kB')
  }
}
