import { mailMessages } from '../../../../shared/mail/messages.ts'
import type { FactorSecrets } from './queries.ts'

/** Returns the title of a factor in mails: its kind, after the name its user gave it; a phone by its last digits. */
export function factorTitle(factor: Pick<FactorSecrets, 'factor_type' | 'friendly_name' | 'phone'>): string {
  const { factor_type, friendly_name, phone } = factor
  const kind = phone ? mailMessages.textMessageTo({ lastDigits: phone.slice(-3) }) : kindOf(factor_type)
  return friendly_name ? mailMessages.namedFactor({ name: friendly_name, kind }) : kind
}

function kindOf(type: FactorSecrets['factor_type']): string {
  return type === 'totp' ? mailMessages.authenticatorApp : mailMessages.textMessage
}
