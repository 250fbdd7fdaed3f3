import type { SignInSettings } from '../../../shared/account/settings-schema.ts'

const TITLES: Record<string, string> = {
  email: 'E-mail',
  phone: 'Phone',
  google: 'Google',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin: 'LinkedIn',
}

/** What people call a provider: its own spelling where it is known, else the operator's name for it. */
export function providerTitle(name: string): string {
  if (name.startsWith('sso:')) return 'Your organisation'
  return TITLES[name] ?? name.charAt(0).toUpperCase() + name.slice(1)
}

/** The providers of a market; what it knows people by itself is none. */
export function providerNames({ external }: SignInSettings): string[] {
  const { email, phone, anonymous_users, ...providers } = external
  return Object.keys(providers).filter((name) => providers[name])
}
