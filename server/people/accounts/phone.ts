import { phoneSchema } from '../../../shared/accounts/form-schema.ts'
import { validationFailed } from './errors.ts'

/** Returns the number as stored and compared: digits, without the leading +. Throws AppError 400 for any other text. */
export function requirePhone(text: string): string {
  const { data } = phoneSchema.safeParse(text)
  if (data === undefined) throw validationFailed('Invalid phone number format (E.164 required)')
  return data
}
