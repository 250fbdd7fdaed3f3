import { MAX_EMAIL_LENGTH } from '../../../shared/accounts/constants.ts'
import { emailSchema, phoneSchema } from '../../../shared/accounts/form-schema.ts'
import { normalizeEmail } from '../../../shared/accounts/rules.ts'
import { validationFailed } from './errors.ts'

export type Address = { email: string } | { phone: string }

export const kindOf = (address: Address) => ('email' in address ? 'email' : 'phone')

export const textOf = (address: Address) => ('email' in address ? address.email : address.phone)

/** Returns the address as it is stored and compared; undefined for any other text. */
export function readEmail(text: string): string | undefined {
  return emailSchema.safeParse(text).data
}

/** Returns the address as it is stored and compared. Throws AppError 400 for any other text. */
export function requireEmail(text: string): string {
  if (normalizeEmail(text) === '') throw validationFailed('An email address is required')
  if (normalizeEmail(text).length > MAX_EMAIL_LENGTH) throw validationFailed('An email address is too long')
  const email = readEmail(text)
  if (!email) throw validationFailed('Unable to validate email address: invalid format')
  return email
}

/** Returns the number as stored and compared: digits, without the leading +. Throws AppError 400 for any other text. */
export function requirePhone(text: string): string {
  const { data } = phoneSchema.safeParse(text)
  if (data === undefined) throw validationFailed('Invalid phone number format (E.164 required)')
  return data
}
