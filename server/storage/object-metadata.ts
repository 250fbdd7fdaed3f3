import { z } from 'zod'
import { withoutPaymentDetails } from '../../shared/orders/rules.ts'

/** As JSON text; the column holds twice as much. */
const MAX_METADATA_BYTES = 8192

/** What a client may keep with an object: JSON of the kind that the database keeps as it is. Payment details are dropped. */
export const objectMetadataSchema = z
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
