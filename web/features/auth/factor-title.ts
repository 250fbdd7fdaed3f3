import type { Factor } from '@supabase/auth-js'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'

/** Returns the user's name for a verification method, with the last digits of a phone. */
export function factorTitle(factor: Pick<Factor, 'friendly_name' | 'factor_type'> & { phone?: string }): string {
  const { friendly_name, factor_type, phone } = factor
  if (factor_type !== 'phone') return friendly_name || signInMessages.authenticatorApp
  const name = friendly_name || signInMessages.phone
  return phone ? signInMessages.phoneTitle(name, phone.slice(-3)) : name
}

/** Returns the default name of a method, numbered when that name is taken. */
export function freeName(kind: string, taken: readonly string[]): string {
  let name = kind
  for (let number = 2; taken.includes(name); number++) name = securityMessages.numberedName(kind, number)
  return name
}
