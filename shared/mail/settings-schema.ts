import { z } from 'zod'
import { MAX_EMAIL_LENGTH } from '../accounts/constants.ts'
import { emailSchema } from '../accounts/form-schema.ts'
import { revision } from '../kernel/revision.ts'
import { isPlainLine, isPlainName, multiLineText, nameText } from '../kernel/text.ts'
import { isVisible } from '../kernel/visible.ts'
import {
  MAIL_ENCRYPTIONS,
  MAX_FOOTER_LENGTH,
  MAX_FOOTER_LINES,
  MAX_HOST_LENGTH,
  MAX_MAIL_PASSWORD_LENGTH,
  MAX_SENDER_NAME_LENGTH,
} from './settings-constants.ts'
import { mailSettingsMessages } from './settings-messages.ts'

const orBlank = <Schema extends z.ZodType>(schema: Schema) => z.union([z.literal(''), schema])

const textFields = {
  sender_name: orBlank(
    nameText(MAX_SENDER_NAME_LENGTH)
      .transform((name) => name.trim())
      .refine(isVisible, { error: () => mailSettingsMessages.nameInvisible }),
  ),
  reply_to: orBlank(emailSchema),
  footer: multiLineText(MAX_FOOTER_LENGTH)
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .refine((text) => text === '' || isVisible(text), { error: () => mailSettingsMessages.footerInvisible })
    .refine((text) => text.split('\n').length <= MAX_FOOTER_LINES, {
      error: () => mailSettingsMessages.footerTooLong(),
    })
    .refine((text) => text.split('\n').every(isPlainName), { error: () => mailSettingsMessages.footerInvisible }),
}

/** Texts of mails; a blank one counts as none. */
export const mailTextsFormSchema = z.object(textFields)
export const saveMailTextsSchema = mailTextsFormSchema.extend({ revision })
export type SaveMailTexts = z.infer<typeof saveMailTextsSchema>

const serverFields = {
  host: z
    .string()
    .max(MAX_HOST_LENGTH)
    .transform((host) => host.trim())
    // A name or an IP address, without a protocol or path.
    .refine((host) => /^[A-Za-z0-9._:-]+$/.test(host), { error: () => mailSettingsMessages.hostMalformed }),
  encryption: z.enum(MAIL_ENCRYPTIONS),
  /** Empty for servers that let this machine in without. */
  user: z.string().max(MAX_EMAIL_LENGTH).refine(isPlainLine),
  sender: emailSchema,
}
const password = z.string().max(MAX_MAIL_PASSWORD_LENGTH).refine(isPlainLine)

export const mailServerFormSchema = z.object({
  ...serverFields,
  port: z.string().regex(/^\d{1,5}$/, { error: () => mailSettingsMessages.portMalformed }),
  password,
})
export const saveMailServerSchema = z.object({
  ...serverFields,
  port: z.number().int().min(1).max(65_535),
  /** Absent to keep the stored one, for the same server and user. */
  password: password.optional(),
  revision,
})
export type SaveMailServer = z.infer<typeof saveMailServerSchema>
/** Never contains the password. */
const shownServerSchema = z.object({
  host: z.string(),
  port: z.number().int(),
  encryption: z.enum(MAIL_ENCRYPTIONS),
  user: z.string(),
  sender: z.string(),
  has_password: z.boolean(),
})
export type ShownMailServer = z.infer<typeof shownServerSchema>

export const mailSettingsSchema = z.object({
  revision: z.number().int(),
  sender_name: z.string(),
  reply_to: z.string(),
  footer: z.string(),
  /** From `MAIL_FROM`, which wins. */
  sender_by_environment: z.string().nullable(),
  /** Set by `SMTP_URL`, which wins. */
  server_by_environment: z.boolean(),
  sends: z.boolean(),
  /** For owners only. */
  server: shownServerSchema.nullable(),
  server_saved_at: z.string().nullable(),
})
export type MailSettings = z.infer<typeof mailSettingsSchema>

export const MAIL_TEST_OUTCOMES = ['accepted', 'refused', 'login_refused', 'tls_failed', 'no_answer'] as const
export const mailTestSchema = z.object({
  outcome: z.enum(MAIL_TEST_OUTCOMES),
  to: z.string(),
  /** The server's line, or the network's error. */
  line: z.string().nullable(),
})
export type MailTest = z.infer<typeof mailTestSchema>
