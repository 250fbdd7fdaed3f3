import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

/** Deeper than anything we are sent in earnest, and far from what a schema that refers to itself can follow. */
const MAX_JSON_DEPTH = 100

/**
 * Reads JSON bodies. Clients that name the type although they send nothing, the sign-in client among them, are not
 * refused for it; a missing body is the schema's to refuse. Bytes that are no text are refused: replaced by signs that
 * stand for anything, two different passwords would be the same.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  if (app.hasContentTypeParser('application/json')) app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (!isUtf8(bytes)) return done(notUtf8())
    const body = bytes.toString()
    if (body === '') done(null, undefined)
    else if (isTooDeep(body)) done(tooDeep())
    else parse(request, body, done)
  })
}

const notUtf8 = () => new AppError(400, 'invalid_request', 'The request is not UTF-8.')
const tooDeep = () => new AppError(400, 'invalid_request', 'The request is nested too deeply.')

/** Counts brackets outside of texts, before anything is built from them. */
function isTooDeep(json: string): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const sign = json[at]
    if (isText) {
      if (sign === '\\') at++
      else if (sign === '"') isText = false
    } else if (sign === '"') isText = true
    else if (sign === '[' || sign === '{') {
      if (++depth > MAX_JSON_DEPTH) return true
    } else if (sign === ']' || sign === '}') depth--
  }
  return false
}
