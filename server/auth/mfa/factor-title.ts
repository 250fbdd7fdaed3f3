import type { FactorRow } from './queries.ts'

const KINDS = { totp: 'authenticator app', phone: 'text message' }

/** What a mail calls a factor: its kind, and the name the person gave it. Phones are told by their last digits. */
export function factorTitle(factor: Pick<FactorRow, 'factor_type' | 'friendly_name' | 'phone'>): string {
  const { factor_type, friendly_name, phone } = factor
  const kind = phone ? `${KINDS.phone} to …${phone.slice(-3)}` : KINDS[factor_type]
  return friendly_name ? `${friendly_name} (${kind})` : kind
}
