import { z } from 'zod'
import { nameMessages } from '../kernel/name-messages.ts'
import { isPlainName } from '../kernel/text.ts'
import { isVisible } from '../kernel/visible.ts'
import { MAX_DISPLAY_NAME_LENGTH, MAX_EMAIL_LENGTH } from './constants.ts'
import { accountFieldMessages } from './form-messages.ts'
import { normalizeEmail, normalizePhone } from './rules.ts'

export const emailSchema = z
  .string()
  .transform(normalizeEmail)
  .pipe(
    z
      .string()
      .min(1, { error: () => accountFieldMessages.emailNeeded })
      .max(MAX_EMAIL_LENGTH, { error: () => accountFieldMessages.emailMalformed })
      // The same rule as the browser's own; linear-time.
      .regex(z.regexes.html5Email, { error: () => accountFieldMessages.emailMalformed }),
  )

/** A phone number in its stored form: digits, without the leading +. */
export const phoneSchema = z
  .string()
  .transform(normalizePhone)
  .pipe(z.string().regex(/^[1-9][0-9]{1,14}$/, { error: () => accountFieldMessages.phoneMalformed }))

export const displayNameSchema = z
  .string()
  .max(MAX_DISPLAY_NAME_LENGTH)
  .refine(isVisible, { error: () => accountFieldMessages.displayNameNeeded })
  .refine(isPlainName, { error: () => nameMessages.notPlain })

export const emailFormSchema = z.object({ email: emailSchema })
export const displayNameFormSchema = z.object({ display_name: displayNameSchema })
