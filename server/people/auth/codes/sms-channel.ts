import type { Config } from '../../../platform/config/config.ts'
import { validationFailed } from '../../accounts/errors.ts'
import { smsProviderMissing } from '../protocol/errors.ts'

/** Throws AppError 422 when no text message can reach a phone; test phones need none. */
export function requireSmsProvider(config: Pick<Config, 'sendsTexts' | 'testPhoneCodes'>, phone: string): void {
  if (!config.sendsTexts && !config.testPhoneCodes.has(phone)) throw smsProviderMissing()
}

/**
 * Throws AppError 422 when no sign-in code can reach a phone. Where phones count as confirmed the marketplace works without
 * text messages, and `/outbox` does not replace a provider that is not configured.
 */
export function requireCodeSender(
  config: Pick<Config, 'sendsTexts' | 'testPhoneCodes' | 'phoneConfirm' | 'twilio'>,
  phone: string,
): void {
  requireSmsProvider({ ...config, sendsTexts: config.phoneConfirm ? config.sendsTexts : Boolean(config.twilio) }, phone)
}

/** Returns whether users can sign up and in with a phone. */
export function offersPhone(config: Pick<Config, 'phone' | 'phoneConfirm' | 'sendsTexts' | 'testPhoneCodes'>): boolean {
  return config.phone && (config.sendsTexts || !config.phoneConfirm || config.testPhoneCodes.size > 0)
}

/** Throws AppError 400 for any channel but text messages, the only way we reach a phone. */
export function requireSmsChannel(channel: string | null | undefined): void {
  if (channel && channel !== 'sms') throw validationFailed('Invalid channel, supported values are "sms"')
}
