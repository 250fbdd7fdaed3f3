import type { Factor, User, UserIdentity } from '@supabase/auth-js'

// What comes from local storage was written by anybody: whatever is of the wrong kind is left out.

/** The second sign-in steps that an account asks for. */
export function verifiedFactorsOf(user: User | null): Factor[] {
  return partsOf<Factor>(user?.factors).filter(({ status }) => status === 'verified')
}

/** What a person can sign in with. */
export function identitiesOf(user: User | null): UserIdentity[] {
  return partsOf<UserIdentity>(user?.identities).filter(({ provider }) => typeof provider === 'string')
}

function partsOf<Part extends object>(list: unknown): Part[] {
  return Array.isArray(list) ? list.filter((part) => typeof part === 'object' && part !== null) : []
}
