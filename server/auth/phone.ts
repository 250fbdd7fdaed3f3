import { validationFailed } from './errors.ts'

const PHONE = /^[1-9][0-9]{1,14}$/

/** The number as it is stored and compared, digits without the leading +. Throws AppError 400 when it is none. */
export function requirePhone(text: string): string {
  const phone = text.slice(0, 100).replaceAll(/\s/g, '').replace(/^\+/, '')
  if (!PHONE.test(phone)) throw validationFailed('Invalid phone number format (E.164 required)')
  return phone
}
