import { z } from 'zod'

/** The public settings of sign-in. */
export const signInSettingsSchema = z.object({
  /** Each way to sign in: providers by their name, and these three. */
  external: z.object({ email: z.boolean(), phone: z.boolean(), anonymous_users: z.boolean() }).catchall(z.boolean()),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  phone_autoconfirm: z.boolean(),
  sms_provider: z.string(),
  saml_enabled: z.boolean(),
  // Beyond the protocol: what the account screens offer.
  mfa_totp_enabled: z.boolean(),
  mfa_phone_enabled: z.boolean(),
  manual_linking_enabled: z.boolean(),
  password_min_length: z.int(),
})
export type SignInSettings = z.infer<typeof signInSettingsSchema>
