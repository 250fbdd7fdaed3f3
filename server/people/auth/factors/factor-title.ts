import { mailMessages } from '../../../../shared/mail/messages.ts'
import type { FactorSecrets } from './queries.ts'

/** Returns the title of a factor in mails: its kind, after the name its user gave it; a phone by its last digits. */
export function factorTitle({ factor_type, friendly_name: name, phone }: FactorSecrets): string {
  const plain = factor_type === 'totp' ? mailMessages.authenticatorApp : mailMessages.textMessage
  const kind = phone ? mailMessages.textMessageTo({ lastDigits: phone.slice(-3) }) : plain
  return name ? mailMessages.namedFactor({ name, kind }) : kind
}
