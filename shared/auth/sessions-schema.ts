import { z } from 'zod'

/** The signed-in devices of an account. */
export const accountSessionsSchema = z.object({
  sessions: z.array(
    z.object({
      session_id: z.uuid(),
      /** Whether it is the session of this request. */
      current: z.boolean(),
      aal: z.enum(['aal1', 'aal2']),
      user_agent: z.string().nullable(),
      ip: z.string().nullable(),
      created_at: z.string(),
      refreshed_at: z.string().nullable(),
    }),
  ),
})
export type AccountSessions = z.infer<typeof accountSessionsSchema>
