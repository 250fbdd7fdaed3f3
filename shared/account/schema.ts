import { z } from 'zod'
import { factorSchema } from './factor-schema.ts'

// The sign-in protocol's `null` counts as absent; members we do not know are dropped.
const text = z.string().nullish()
const metadata = z.record(z.string(), z.unknown())

export const signUpSchema = z.object({
  email: text,
  phone: text,
  password: text,
  /** Seeds `user_metadata`. */
  data: metadata.nullish(),
  code_challenge: text,
  code_challenge_method: text,
})
export type SignUpRequest = z.infer<typeof signUpSchema>

export const tokenSchema = z.object({
  email: text,
  phone: text,
  password: text,
  refresh_token: text,
  // A sign-in by an ID token that the client got from a provider.
  provider: text,
  client_id: text,
  issuer: text,
  id_token: text,
  access_token: text,
  nonce: text,
  /** Adds the identity to the account of the caller. */
  link_identity: z.boolean().nullish(),
})
export type TokenRequest = z.infer<typeof tokenSchema>

export const updateUserSchema = z.object({
  email: text,
  phone: text,
  password: text,
  /** Merged into `user_metadata` at the top level; a key set to null is deleted. */
  data: metadata.nullish(),
  app_metadata: z.unknown().optional(),
})
export type UpdateUserRequest = z.infer<typeof updateUserSchema>

const identitySchema = z.object({
  identity_id: z.uuid(),
  /** The provider's own id of the person; for e-mail the user's id. */
  id: z.string(),
  user_id: z.uuid(),
  identity_data: metadata,
  provider: z.string(),
  last_sign_in_at: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
  email: z.string().optional(),
})

export const userSchema = z.object({
  id: z.uuid(),
  aud: z.literal('authenticated'),
  /** The protocol's word for "signed in"; the role in the market is `app_metadata.role`. */
  role: z.literal('authenticated'),
  email: z.string(),
  email_confirmed_at: z.string().optional(),
  phone: z.string(),
  phone_confirmed_at: z.string().optional(),
  confirmation_sent_at: z.string().optional(),
  /** The earlier of the two confirmations. */
  confirmed_at: z.string().optional(),
  recovery_sent_at: z.string().optional(),
  new_email: z.string().optional(),
  email_change_sent_at: z.string().optional(),
  new_phone: z.string().optional(),
  phone_change_sent_at: z.string().optional(),
  reauthentication_sent_at: z.string().optional(),
  last_sign_in_at: z.string().optional(),
  app_metadata: z.object({ provider: z.string(), providers: z.array(z.string()), role: z.string() }),
  user_metadata: metadata,
  factors: z.array(factorSchema).optional(),
  identities: z.array(identitySchema),
  created_at: z.string(),
  updated_at: z.string(),
  banned_until: z.string().optional(),
  is_anonymous: z.boolean(),
})
export type AccountUser = z.infer<typeof userSchema>

const weakPasswordSchema = z.object({ message: z.string(), reasons: z.array(z.string()) })
export type WeakPassword = z.infer<typeof weakPasswordSchema>

export const sessionSchema = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  /** Seconds. */
  expires_in: z.number().int(),
  /** Unix seconds. */
  expires_at: z.number().int(),
  refresh_token: z.string(),
  user: userSchema,
  /** After a sign-in at a provider: the person's tokens for the provider's own services. */
  provider_token: z.string().optional(),
  provider_refresh_token: z.string().optional(),
  /** After a sign-in by password only: what is wrong with it, if anything. */
  weak_password: weakPasswordSchema.nullish(),
})
export type AccountSession = z.infer<typeof sessionSchema>

/** What a look-up by the exact e-mail address shows of an account. */
export const knownUsersSchema = z.array(z.object({ id: z.uuid().optional(), email: z.string().optional() }))
