import { z } from 'zod'
import { MAX_CODE_LENGTH, MAX_PASSWORD_LENGTH, MIN_CODE_LENGTH } from '../auth/constants.ts'
import { isVisible } from '../kernel/visible.ts'
import { MAX_DISPLAY_NAME_LENGTH, MAX_EMAIL_LENGTH, MAX_FACTOR_NAME_LENGTH, SIGN_UP_ROLES } from './constants.ts'
import { accountFieldMessages } from './form-messages.ts'
import { accountMessages } from './messages.ts'
import { normalizeEmail, normalizePhone } from './rules.ts'

// What the forms of accounts must contain.

/** An email address, as it is stored and compared. */
export const emailSchema = z.string().transform(normalizeEmail).pipe(
  z
    .string()
    .min(1, accountFieldMessages.emailNeeded)
    .max(MAX_EMAIL_LENGTH, accountFieldMessages.emailMalformed)
    // The same rule as the browser's own; linear-time.
    .regex(z.regexes.html5Email, accountFieldMessages.emailMalformed),
)

/** A phone number, as it is stored and compared: digits, without the leading +. */
export const phoneSchema = z
  .string()
  .transform(normalizePhone)
  .pipe(z.string().regex(/^[1-9][0-9]{1,14}$/, accountFieldMessages.phoneMalformed))

const displayNameSchema = z
  .string()
  .max(MAX_DISPLAY_NAME_LENGTH)
  .refine(isVisible, accountFieldMessages.displayNameNeeded)
const codeMalformed = accountFieldMessages.codeMalformed(MIN_CODE_LENGTH, MAX_CODE_LENGTH)
const codeSchema = z
  .string()
  .min(MIN_CODE_LENGTH, codeMalformed)
  .max(MAX_CODE_LENGTH, codeMalformed)
  .regex(/^\d+$/, codeMalformed)
const factorNameSchema = z.string().max(MAX_FACTOR_NAME_LENGTH).refine(isVisible, accountFieldMessages.factorNameNeeded)

/** A new password of at least `minLength` characters, and the same once more. */
function newPasswordFields(minLength: number) {
  const lengthOf = (text: string) => [...text].length
  return {
    password: z
      .string()
      .min(1, accountFieldMessages.passwordNeeded)
      .refine((text) => lengthOf(text) >= minLength, accountFieldMessages.passwordTooShort(minLength))
      .refine(
        (text) => lengthOf(text) <= MAX_PASSWORD_LENGTH,
        accountFieldMessages.passwordTooLong(MAX_PASSWORD_LENGTH),
      ),
    confirmation: z.string().min(1, accountFieldMessages.confirmationNeeded),
  }
}

function isConfirmed({ password, confirmation }: { password: string; confirmation: string }): boolean {
  return password === confirmation
}
const notConfirmed = { path: ['confirmation'], message: accountMessages.passwordsDoNotMatch }

export const signInFormSchema = z.object({
  email: emailSchema,
  password: z.string().min(1, accountFieldMessages.passwordNeeded),
})

/** Returns the rules for signing up where passwords have at least `minLength` characters. */
export function signUpFormSchema(minLength: number) {
  return z
    .object({
      display_name: displayNameSchema,
      email: emailSchema,
      ...newPasswordFields(minLength),
      role: z.enum(SIGN_UP_ROLES),
    })
    .refine(isConfirmed, notConfirmed)
}

/** Returns the rules for a new password of at least `minLength` characters; `code` is absent unless it is asked for. */
export function passwordFormSchema(minLength: number) {
  return z.object({ ...newPasswordFields(minLength), code: codeSchema.optional() }).refine(isConfirmed, notConfirmed)
}

export const emailFormSchema = z.object({ email: emailSchema })
export const codeFormSchema = z.object({ code: codeSchema })
export const displayNameFormSchema = z.object({ display_name: displayNameSchema })
export const authenticatorFormSchema = z.object({ friendly_name: factorNameSchema })
export const phoneFormSchema = z.object({ phone: phoneSchema, friendly_name: factorNameSchema })
