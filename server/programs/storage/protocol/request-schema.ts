import { z } from 'zod'
import { PICTURE_WIDTHS } from '../../../../shared/catalog/constants.ts'

// Newer clients may request features that this storage does not have, such as versions. They are refused, because ignoring
// them would change or show another version of a file than the one requested.

const refused = { error: 'is not offered' }

/** An unsupported option, which must be absent or null. */
export const notOffered = z.null(refused).optional()

/** Buckets have a `versioning_status` and a `type`. */
export const plainBucket = {
  versioning_status: z.literal('DISABLED', refused).nullish(),
  type: z.literal('STANDARD', refused).nullish(),
}

/** Options to include earlier versions and deletion markers, accepted because there are none. */
export const presentOnly = {
  noncurrentVersions: z.enum(['exclude', 'include'], refused).nullish(),
  deleteMarkers: z.enum(['exclude', 'include'], refused).nullish(),
  exactMatch: z.literal(false, refused).nullish(),
}

/** `…/{bucket}/{key}`; the key keeps its inner slashes. */
export const addressSchema = z.object({ bucket: z.string().max(200), '*': z.string().max(2048) })

const width = z
  .string()
  .refine((text) => PICTURE_WIDTHS.some((one) => String(one) === text), `must be one of ${PICTURE_WIDTHS.join(', ')}`)
  .transform(Number)

/** An object has one version. */
export const infoQuerySchema = z.object({ versionId: notOffered })

export const readQuerySchema = infoQuerySchema.extend({
  /** The width of a picture, in pixels. */
  width: width.optional(),
  /** The prefix of the content's hash: with it, the response may be cached for ever. */
  v: z.string().max(64).optional(),
  /** When present, browsers save the file, under this name unless it is empty. */
  download: z.string().max(255).optional(),
})
