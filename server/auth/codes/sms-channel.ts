import { validationFailed } from '../../accounts/errors.ts'

/** Throws AppError 400 for any channel but text messages, the only way we reach a phone. */
export function requireSmsChannel(channel: string | null | undefined): void {
  if (channel && channel !== 'sms') throw validationFailed('Invalid channel, supported values are "sms"')
}
