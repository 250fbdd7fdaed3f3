import { z } from 'zod'
import { MAX_EMAIL_LENGTH } from '../../shared/account/constants.ts'
import { normalizeEmail } from '../../shared/account/rules.ts'
import { validationFailed } from './errors.ts'

/** The same rule as the browser's e-mail field; linear-time. */
const emailSchema = z.email({ pattern: z.regexes.html5Email })

/** The address as it is stored and compared, undefined when it is none. */
export function readEmail(text: string): string | undefined {
  const email = normalizeEmail(text)
  return email.length <= MAX_EMAIL_LENGTH && emailSchema.safeParse(email).success ? email : undefined
}

/** The address as it is stored and compared. Throws AppError 400 when it is none. */
export function requireEmail(text: string): string {
  if (normalizeEmail(text) === '') throw validationFailed('An email address is required')
  if (normalizeEmail(text).length > MAX_EMAIL_LENGTH) throw validationFailed('An email address is too long')
  const email = readEmail(text)
  if (!email) throw validationFailed('Unable to validate email address: invalid format')
  return email
}
