import type { Factor, User, UserIdentity } from '@supabase/auth-js'

// Local storage may contain anything: parts of the wrong type are left out.

/** Returns the second factors that an account requires. */
export function verifiedFactorsOf(user: User | null): Factor[] {
  return partsOf<Factor>(user?.factors).filter(({ status }) => status === 'verified')
}

/** Returns the identities a user can sign in with. */
export function identitiesOf(user: User | null): UserIdentity[] {
  return partsOf<UserIdentity>(user?.identities).filter(({ provider }) => typeof provider === 'string')
}

function partsOf<Part extends object>(list: unknown): Part[] {
  return Array.isArray(list) ? list.filter((part) => typeof part === 'object' && part !== null) : []
}
