import { z } from 'zod'

// The sign-in protocol's `null` counts as absent; members we do not know are dropped.
const text = z.string().nullish()

/** A second factor as the user object lists it. */
export const factorSchema = z.object({
  id: z.uuid(),
  created_at: z.string(),
  updated_at: z.string(),
  status: z.enum(['unverified', 'verified']),
  friendly_name: z.string().optional(),
  factor_type: z.enum(['totp', 'phone']),
  /** Empty unless it is a phone. */
  phone: z.string(),
  last_challenged_at: z.string().nullable(),
})
export type Factor = z.infer<typeof factorSchema>

export const enrollFactorSchema = z.object({
  friendly_name: text,
  factor_type: text,
  issuer: text,
  phone: text,
})
export type EnrollFactorRequest = z.infer<typeof enrollFactorSchema>

export const enrolledFactorSchema = z.object({
  id: z.uuid(),
  type: z.enum(['totp', 'phone']),
  friendly_name: z.string(),
  totp: z
    .object({
      /** A picture as SVG text. */
      qr_code: z.string(),
      /** Base32, to be typed where the picture cannot be scanned. */
      secret: z.string(),
      /** What the picture says. */
      uri: z.string(),
    })
    .optional(),
  phone: z.string().optional(),
})
export type EnrolledFactor = z.infer<typeof enrolledFactorSchema>

export const challengeFactorSchema = z.object({ channel: text }).nullish()

export const challengeSchema = z.object({
  id: z.uuid(),
  type: z.enum(['totp', 'phone']),
  /** Unix seconds. */
  expires_at: z.number().int(),
})
export type Challenge = z.infer<typeof challengeSchema>

export const verifyFactorSchema = z.object({ challenge_id: z.guid(), code: text })
export type VerifyFactorRequest = z.infer<typeof verifyFactorSchema>

/** The signed-in devices of an account. */
export const accountSessionsSchema = z.object({
  sessions: z.array(
    z.object({
      session_id: z.uuid(),
      /** The one that asks. */
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
