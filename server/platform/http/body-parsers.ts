import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AppError, invalidRequest, requestError } from './errors.ts'
import type { App } from './guards.ts'

/** Far more than any real request has, and far less than a recursive schema can handle. */
const MAX_JSON_DEPTH = 100
/** Far more than any real request has; checking 100,000 values would keep everyone else waiting. */
const MAX_JSON_VALUES = 2500

/** Returns whether a request has a body that is read. */
export function hasBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Returns whether the body of a request is a form with files, or a file: uploads are processed while they arrive. */
export function isUpload(request: FastifyRequest): boolean {
  const { 'content-type': type = '' } = request.headers
  return hasBody(request) && !/^application\/(json|x-www-form-urlencoded)\b/i.test(type)
}

/**
 * Installs the parser for JSON bodies. An empty body is left to the schema, as the sign-in client sends the content type
 * without a body. Invalid UTF-8 is refused: with replacement characters, different passwords would be equal.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  if (app.hasContentTypeParser('application/json')) app.removeContentTypeParser('application/json')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (!isUtf8(bytes)) return done(invalidRequest('The request is not UTF-8.'))
    const body = bytes.toString()
    if (body === '') return done(null, undefined)
    const fault = jsonFault(body)
    if (fault) done(fault)
    else parse(request, body, done)
  })
}

/** Returns the refusal of JSON that is nested too deeply (400) or has too many values (413), counted before parsing. */
export function jsonFault(json: string): AppError | undefined {
  let depth = 0
  let values = 1
  let inString = false
  for (let at = 0; at < json.length; at++) {
    const char = json[at]
    if (inString) {
      if (char === '\\') at++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '[' || char === '{') {
      if (++depth > MAX_JSON_DEPTH) return invalidRequest('The request is nested too deeply.')
    } else if (char === ']' || char === '}') depth--
    else if (char === ',' && ++values > MAX_JSON_VALUES)
      return requestError('too_large', undefined, { message: 'The request has too many values.' })
  }
  return undefined
}

/** Accepts forms from browsers: of pages without scripts, and with the responses of identity providers. */
export function acceptForms(app: App): void {
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body))),
  )
}
