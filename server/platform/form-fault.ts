import type { FastifyRequest } from 'fastify'

/** By the codes of the forms' reader. */
const FAULTS: Record<string, string> = {
  FST_FILES_LIMIT: 'the form has too many files',
  FST_FIELDS_LIMIT: 'the form has too many fields',
  FST_PARTS_LIMIT: 'the form has too many parts',
  FST_PROTO_VIOLATION: 'the form has a field that is not allowed',
  FST_INVALID_JSON_FIELD_ERROR: 'the form has a field that must be JSON text',
  FST_MP_PREMATURE_CLOSE: 'the form ended early',
}
/** What is below that reader tells its faults by their texts only; they begin in these ways. The needle is the boundary. */
const UNREADABLE = /^(Unexpected end of multipart data|Part terminated early|Multipart: |Malformed|The needle cannot )/

/** What is wrong with a form (multipart/form-data), if that is what an error says: the sender's fault, not ours. */
export function formFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (Object.hasOwn(FAULTS, code)) return FAULTS[code]
  return code === '' && UNREADABLE.test(error.message) ? 'the form cannot be read' : undefined
}

/** What is wrong with a form by its headers: its reader takes the bytes as they come, packed ones would stand still in there. */
export function packingFault({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const { 'content-encoding': packing = '' } = headers
  return packing === '' || packing.toLowerCase() === 'identity' ? undefined : 'the form is packed (content-encoding)'
}
