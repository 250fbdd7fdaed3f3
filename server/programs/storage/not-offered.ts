import { z } from 'zod'

// Newer clients can ask for what this storage does not have. Ignored, it would change or show another version of a file than
// the one that was meant, so a request that asks for it is refused.

const refused = { error: 'is not offered' }

/** An option that is not offered; its absence, as `undefined` or `null`, is. */
export const notOffered = z.null(refused).optional()

/** Of buckets: `versioning_status` and `type`. */
export const plainBucket = {
  versioning_status: z.literal('DISABLED', refused).nullish(),
  type: z.literal('STANDARD', refused).nullish(),
}

/** Of lists: there are no earlier versions and no marks of deleted ones, so a list that may include them is complete. */
export const presentOnly = {
  noncurrentVersions: z.enum(['exclude', 'include'], refused).nullish(),
  deleteMarkers: z.enum(['exclude', 'include'], refused).nullish(),
  exactMatch: z.literal(false, refused).nullish(),
}
