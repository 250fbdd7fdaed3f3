import type { FastifyRequest } from 'fastify'

const FAULTS: Record<string, string> = {
  FST_FILES_LIMIT: 'the form has too many files',
  FST_FIELDS_LIMIT: 'the form has too many fields',
  FST_PARTS_LIMIT: 'the form has too many parts',
  FST_PROTO_VIOLATION: 'the form has a field that is not allowed',
  FST_INVALID_JSON_FIELD_ERROR: 'the form has a field that must be JSON text',
  FST_MP_PREMATURE_CLOSE: 'the form is incomplete',
}
/** Messages of the parser's library, whose errors have no codes. The "needle" is the boundary. */
const UNREADABLE = /^(Unexpected end of multipart data|Part terminated early|Multipart: |Malformed|The needle cannot )/

/** Returns the fault of a form (multipart/form-data), or undefined when the error is not the client's. */
export function formFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (Object.hasOwn(FAULTS, code)) return FAULTS[code]
  return code === '' && UNREADABLE.test(error.message) ? 'the form cannot be read' : undefined
}

/** Returns the fault of a compressed form, on which the parser would hang. */
export function compressionFault({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const { 'content-encoding': encoding = '' } = headers
  return encoding === '' || encoding.toLowerCase() === 'identity'
    ? undefined
    : 'the form is compressed (content-encoding)'
}
