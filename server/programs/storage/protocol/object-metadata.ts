import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { withoutPaymentDetails } from '../../../../shared/orders/rules.ts'
import { jsonFault } from '../../../platform/http/body-parsers.ts'
import { invalidRequest } from '../errors.ts'

/** The limit of metadata as JSON text; the column allows twice as much. */
const MAX_METADATA_BYTES = 8192

export const typeSchema = z
  .string()
  .max(255)
  .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w-]+=(?:[\w!#$&^.+-]+|"[^"\\]*"))*$/, 'must be a media type')

export const cacheControlSchema = z.string().regex(/^[\w=,\- ]{1,100}$/, 'must be directives')

/** A client's metadata of an object: JSON that the database stores unchanged. Payment details are dropped. */
const objectMetadataSchema = z
  .record(z.string(), z.json())
  .refine(isStorable, 'must be plain JSON')
  .refine((metadata) => Buffer.byteLength(JSON.stringify(metadata)) <= MAX_METADATA_BYTES, 'is too long')
  .transform((metadata) => withoutPaymentDetails(metadata))

/** jsonb rejects NUL and lone surrogates, and expands numbers with an exponent to all their zeros. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value === 'number') return !String(value).includes('e')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, member]) => isStorable(key) && isStorable(member))
}

/** Parses metadata. Throws `invalidRequest` for anything but a JSON object that can be stored. */
export function parseMetadata(text: string | undefined): Record<string, unknown> | null {
  if (!text) return null
  const refusal = invalidRequest('metadata must be a JSON object of at most 8 kB')
  if (jsonFault(text)) throw refusal
  try {
    return objectMetadataSchema.parse(JSON.parse(text))
  } catch {
    throw refusal
  }
}

/** Parses metadata from the header of uploads and copies: JSON in base64. Throws `invalidRequest`. */
export function metadataOf({ 'x-metadata': encoded }: IncomingHttpHeaders): Record<string, unknown> | null {
  return parseMetadata(encoded && Buffer.from(String(encoded), 'base64').toString('utf8'))
}
