import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { withoutPaymentDetails } from '../../shared/orders/rules.ts'
import { invalidRequest } from './errors.ts'

/** As JSON text; the column holds twice as much. */
const MAX_METADATA_BYTES = 8192

/** A media type, with its parameters. */
export const typeSchema = z
  .string()
  .max(255)
  .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w-]+=(?:[\w!#$&^.+-]+|"[^"\\]*"))*$/, 'must be a media type')

/** What an answer with the object may say in `Cache-Control`. */
export const cacheControlSchema = z.string().regex(/^[\w=,\- ]{1,100}$/, 'must be directives')

/** What a client may keep with an object: JSON of the kind that the database keeps as it is. Payment details are dropped. */
const objectMetadataSchema = z
  .record(z.string(), z.json())
  .refine(isKeepable, 'must be plain JSON')
  .refine((metadata) => Buffer.byteLength(JSON.stringify(metadata)) <= MAX_METADATA_BYTES, 'is too long')
  .transform((metadata) => withoutPaymentDetails(metadata))

/** Not in jsonb: NUL and halves of characters. Numbers with an exponent are, but written out, with all their zeros. */
function isKeepable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value === 'number') return !String(value).includes('e')
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, member]) => isKeepable(key) && isKeepable(member))
}

/** Throws `invalidRequest` for what is no JSON object, or none that may be kept. */
export function parseMetadata(text: string | undefined): Record<string, unknown> | null {
  if (!text) return null
  try {
    return objectMetadataSchema.parse(JSON.parse(text))
  } catch {
    throw invalidRequest('metadata must be a JSON object of at most 8 kB')
  }
}

/** As `parseMetadata`, from the header that goes with bytes and with copies: JSON in base64. */
export function metadataOf({ 'x-metadata': encoded }: IncomingHttpHeaders): Record<string, unknown> | null {
  return parseMetadata(encoded && Buffer.from(String(encoded), 'base64').toString('utf8'))
}
