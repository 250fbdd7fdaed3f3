import type { Readable } from 'node:stream'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { compressionFault, formFault } from '../../../platform/http/form-fault.ts'
import { invalidRequest, typeNotAllowed } from '../errors.ts'
import { cacheControlSchema, metadataOf, parseMetadata, typeSchema } from './object-metadata.ts'
import type { Content } from './store-object.ts'

const DEFAULT_TYPE = 'application/octet-stream'
const WITHOUT_CACHE_TIME = 'no-cache'

/** Streams the file of an upload to `store` and returns what that returns. Throws `invalidRequest`. */
export async function readUpload<T>(request: FastifyRequest, store: (content: Content) => Promise<T>): Promise<T> {
  if (!request.isMultipart()) return store(rawContent(request))
  const compression = compressionFault(request)
  if (compression) throw invalidRequest(`body: ${compression}`)
  try {
    return await store(await readForm(request))
  } catch (error) {
    const fault = formFault(error)
    throw fault ? invalidRequest(`body: ${fault}`) : error
  }
}

/**
 * Reads a form up to its file. The type comes before the file; the other fields may follow it, where the client library
 * appends them to a form of its caller.
 */
async function readForm(request: FastifyRequest): Promise<Content> {
  const parts = request.parts()
  const fields = new Map<string, string>()
  const file = await readFields(parts, fields)
  if (!file) throw invalidRequest('body must have a file')
  return {
    stream: file.file,
    mimetype: checkType(fields.get('contentType') ?? file.mimetype),
    async describe() {
      await readFields(parts, fields)
      if (fields.get('contentEncoding')) throw invalidRequest('body/contentEncoding is not offered')
      return {
        cache_control: cacheTime(fields.get('cacheControl')),
        user_metadata: parseMetadata(fields.get('metadata')),
      }
    },
  }
}

async function readFields(parts: AsyncIterator<Multipart>, fields: Map<string, string>) {
  for (let next = await parts.next(); !next.done; next = await parts.next()) {
    const part = next.value
    if (part.type === 'file') return part
    fields.set(part.fieldname, typeof part.value === 'string' ? part.value : JSON.stringify(part.value))
  }
  return undefined
}

function rawContent({ headers, body, raw }: FastifyRequest): Content {
  const described = {
    cache_control: cacheControlSchema.safeParse(headers['cache-control']).data ?? WITHOUT_CACHE_TIME,
    user_metadata: metadataOf(headers),
  }
  return {
    stream: (body as Readable | undefined) ?? raw,
    mimetype: checkType(headers['content-type']),
    describe: async () => described,
  }
}

function checkType(type: string | undefined): string {
  if (!type) return DEFAULT_TYPE
  if (!typeSchema.safeParse(type).success) throw typeNotAllowed(type)
  return type
}

function cacheTime(seconds: string | undefined): string {
  return seconds && /^\d{1,10}$/.test(seconds) ? `max-age=${seconds}` : WITHOUT_CACHE_TIME
}
