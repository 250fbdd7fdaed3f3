import { z } from 'zod'

/** What every refused call under `/api` answers with. */
export const apiErrorSchema = z.object({
  /** Stable, for programs. */
  code: z.string(),
  /** For people: the specification's text where it has one. */
  message: z.string(),
  /** Further facts about this refusal, e.g. the product that is gone. */
  details: z.record(z.string(), z.unknown()).optional(),
  request_id: z.string().optional(),
})
export type ApiError = z.infer<typeof apiErrorSchema>

/** Shown for every failure nobody foresaw. */
export const unexpectedErrorMessage = 'An unexpected error occurred'
