import { z } from 'zod'
import { displayNameSchema, emailSchema } from '../accounts/form-schema.ts'
import { ADMIN_RIGHTS } from '../accounts/rights.ts'
import { isPlainLine } from '../kernel/text.ts'
import { MAX_SETUP_TOKEN_LENGTH } from './constants.ts'

/** The public settings of sign-in. */
export const signInSettingsSchema = z.object({
  /** Enabled ways to sign in: providers by name, and these three. */
  external: z.object({ email: z.boolean(), phone: z.boolean(), anonymous_users: z.boolean() }).catchall(z.boolean()),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  phone_autoconfirm: z.boolean(),
  sms_provider: z.string(),
  saml_enabled: z.boolean(),
  // Beyond the protocol: features of the account screens.
  mfa_totp_enabled: z.boolean(),
  mfa_phone_enabled: z.boolean(),
  manual_linking_enabled: z.boolean(),
  password_min_length: z.int(),
})
export type SignInSettings = z.infer<typeof signInSettingsSchema>

/** The request that makes the first admin; its password is checked against the settings. */
export const setupSchema = z.object({
  token: z.string().max(MAX_SETUP_TOKEN_LENGTH),
  display_name: displayNameSchema.refine(isPlainLine),
  email: emailSchema,
  password: z.string(),
})
export type SetupRequest = z.infer<typeof setupSchema>

/** The signed-in devices of an account. */
export const accountSessionsSchema = z.object({
  sessions: z.array(
    z.object({
      session_id: z.uuid(),
      /** True for the session of this request. */
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

// The sign-in protocol's `null` counts as absent; unknown members are dropped.
const text = z.string().nullish()
const metadata = z.record(z.string(), z.unknown())
/** Begins a PKCE flow. */
const challenge = { code_challenge: text, code_challenge_method: text }
const captcha = { gotrue_meta_security: z.object({ captcha_token: text }).nullish() }

export const signUpSchema = z.object({
  email: text,
  phone: text,
  password: text,
  channel: text,
  /** Seeds `user_metadata`. */
  data: metadata.nullish(),
  ...challenge,
  ...captcha,
})
export type SignUpRequest = z.infer<typeof signUpSchema>

/** Requests a code or link by email, or a code by text message. */
export const otpSchema = z.object({
  email: text,
  phone: text,
  channel: text,
  create_user: z.boolean().nullish(),
  data: metadata.nullish(),
  ...challenge,
  ...captcha,
})
export type OtpRequest = z.infer<typeof otpSchema>

export const recoverSchema = z.object({ email: text, ...challenge, ...captcha })
export type RecoverRequest = z.infer<typeof recoverSchema>

export const resendSchema = z.object({ type: text, email: text, phone: text, ...challenge, ...captcha })
export type ResendRequest = z.infer<typeof resendSchema>

/** A code with its address, or the hash of a link. */
export const verifySchema = z.object({
  type: text,
  token: text,
  token_hash: text,
  email: text,
  phone: text,
  redirect_to: text,
})
export type VerifyRequest = z.infer<typeof verifySchema>

export const tokenSchema = z.object({
  email: text,
  phone: text,
  password: text,
  refresh_token: text,
  auth_code: text,
  code_verifier: text,
  ...captcha,
  // An ID token that the client got from a provider.
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
  channel: text,
  password: text,
  /** The code that was sent for a change of password. */
  nonce: text,
  ...challenge,
  /** Merged into `user_metadata` at the top level; a key set to null is deleted. */
  data: metadata.nullish(),
  app_metadata: z.unknown().optional(),
})
export type UpdateUserRequest = z.infer<typeof updateUserSchema>

/** A second factor in the user object. */
const factorSchema = z.object({
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

const identitySchema = z.object({
  identity_id: z.uuid(),
  /** The provider's user id; for email our own. */
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
  /** The protocol's word for "signed in"; the role in the marketplace is `app_metadata.role`. */
  role: z.literal('authenticated'),
  email: z.string(),
  email_confirmed_at: z.string().optional(),
  phone: z.string(),
  phone_confirmed_at: z.string().optional(),
  confirmation_sent_at: z.string().optional(),
  /** The earlier confirmation of email or phone. */
  confirmed_at: z.string().optional(),
  recovery_sent_at: z.string().optional(),
  new_email: z.string().optional(),
  email_change_sent_at: z.string().optional(),
  new_phone: z.string().optional(),
  phone_change_sent_at: z.string().optional(),
  reauthentication_sent_at: z.string().optional(),
  last_sign_in_at: z.string().optional(),
  app_metadata: z.object({
    provider: z.string(),
    providers: z.array(z.string()),
    role: z.string(),
    /** The rights of staff; absent for owners and users of other roles. */
    admin_rights: z.array(z.enum(ADMIN_RIGHTS)).optional(),
    /** Set for admins where they must have a second factor. */
    second_factor_required: z.literal(true).optional(),
  }),
  user_metadata: metadata,
  factors: z.array(factorSchema).optional(),
  identities: z.array(identitySchema),
  created_at: z.string(),
  updated_at: z.string(),
  banned_until: z.string().optional(),
  is_anonymous: z.boolean(),
})
export type AccountUser = z.infer<typeof userSchema>
/** The response to a sign-up without a session: for a taken address a decoy user with an empty `role`. */
export const signedUpUserSchema = userSchema.extend({ role: z.enum(['authenticated', '']) })
export type SignedUpUser = z.infer<typeof signedUpUserSchema>

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
  /** The user's tokens for the provider's own services, after a sign-in with a provider. */
  provider_token: z.string().optional(),
  provider_refresh_token: z.string().optional(),
  /** Weaknesses, after a sign-in by password. */
  weak_password: weakPasswordSchema.nullish(),
})
export type AccountSession = z.infer<typeof sessionSchema>

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
      /** The URI as a QR code, in SVG. */
      qr_code: z.string(),
      /** In base32, for typing instead of scanning. */
      secret: z.string(),
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
