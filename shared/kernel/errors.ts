import { z } from 'zod'

/** The body of every refusal under `/api`. */
export const apiErrorSchema = z.object({
  /** Stable, for programs. */
  code: z.string(),
  /** English: the specification's text where it has one. */
  message: z.string(),
  /** For example the ids of deleted products. */
  details: z.record(z.string(), z.unknown()).optional(),
  request_id: z.string().optional(),
})
export type ApiError = z.infer<typeof apiErrorSchema>
