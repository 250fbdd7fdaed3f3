import type { Factor } from '@supabase/auth-js'

/** What a second sign-in step is called: by the name the person gave it, phones with their last digits. */
export function factorTitle(factor: Pick<Factor, 'friendly_name' | 'factor_type'> & { phone?: string }): string {
  const { friendly_name, factor_type, phone } = factor
  if (factor_type === 'phone') return `${friendly_name || 'Phone'}${phone ? ` …${phone.slice(-3)}` : ''}`
  return friendly_name || 'Authenticator app'
}
