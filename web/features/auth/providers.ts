import { signInMessages } from '../../../shared/auth/messages.ts'
import type { SignInSettings } from '../../../shared/auth/settings-schema.ts'

/** Returns a provider's brand name; the operator's name for an unknown provider. */
export function providerTitle(name: string): string {
  if (name.startsWith('sso:')) return signInMessages.organization
  return signInMessages.providerTitles[name] ?? name.charAt(0).toUpperCase() + name.slice(1)
}

/** Returns the names of the other providers that users can sign in with. */
export function providerNames({ external }: SignInSettings): string[] {
  const { email, phone, anonymous_users, ...providers } = external
  return Object.keys(providers).filter((name) => providers[name])
}
