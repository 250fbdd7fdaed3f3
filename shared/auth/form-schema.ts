import { z } from 'zod'
import { SIGN_UP_ROLES } from '../accounts/constants.ts'
import { displayNameSchema, emailSchema, phoneSchema } from '../accounts/form-schema.ts'
import { accountMessages } from '../accounts/messages.ts'
import { nameMessages } from '../kernel/name-messages.ts'
import { isPlainName } from '../kernel/text.ts'
import { isVisible } from '../kernel/visible.ts'
import { MAX_CODE_LENGTH, MAX_FACTOR_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_CODE_LENGTH } from './constants.ts'
import { authFieldMessages } from './form-messages.ts'

const codeMalformed = authFieldMessages.codeMalformed({ min: MIN_CODE_LENGTH, max: MAX_CODE_LENGTH })
const codeSchema = z
  .string()
  .min(MIN_CODE_LENGTH, codeMalformed)
  .max(MAX_CODE_LENGTH, codeMalformed)
  .regex(/^\d+$/, codeMalformed)
const factorNameSchema = z
  .string()
  .max(MAX_FACTOR_NAME_LENGTH)
  .refine(isVisible, authFieldMessages.factorNameNeeded)
  .refine(isPlainName, nameMessages.notPlain)

function newPasswordFields(minLength: number) {
  const lengthOf = (text: string) => [...text].length
  return {
    password: z
      .string()
      .min(1, authFieldMessages.passwordNeeded)
      .refine((text) => lengthOf(text) >= minLength, authFieldMessages.passwordTooShort({ length: minLength }))
      .refine(
        (text) => lengthOf(text) <= MAX_PASSWORD_LENGTH,
        authFieldMessages.passwordTooLong({ length: MAX_PASSWORD_LENGTH }),
      ),
    confirmation: z.string().min(1, authFieldMessages.confirmationNeeded),
  }
}

function isConfirmed({ password, confirmation }: { password: string; confirmation: string }): boolean {
  return password === confirmation
}
const notConfirmed = { path: ['confirmation'], message: accountMessages.passwordsDoNotMatch }

export const signInFormSchema = z.object({
  email: emailSchema,
  password: z.string().min(1, authFieldMessages.passwordNeeded),
})

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

/** Creates the schema of the new-password form for a minimum length; `code` only where required. */
export function passwordFormSchema(minLength: number) {
  return z.object({ ...newPasswordFields(minLength), code: codeSchema.optional() }).refine(isConfirmed, notConfirmed)
}

/** Creates the schema of the form that makes the first admin for a minimum length of its password. */
export function setupFormSchema(minLength: number) {
  return z.object({
    token: z.string().refine(isVisible, authFieldMessages.setupTokenNeeded),
    display_name: displayNameSchema,
    email: emailSchema,
    password: newPasswordFields(minLength).password,
  })
}

/** Creates the schema of the form that accepts an invitation for a minimum length of the password. */
export function invitationFormSchema(minLength: number) {
  return setupFormSchema(minLength).pick({ display_name: true, password: true })
}

export const codeFormSchema = z.object({ code: codeSchema })
export const authenticatorFormSchema = z.object({ friendly_name: factorNameSchema })
export const phoneFormSchema = z.object({ phone: phoneSchema, friendly_name: factorNameSchema })
