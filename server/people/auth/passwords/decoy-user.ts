import { randomUUID } from 'node:crypto'
import type { SignedUpUser } from '../../../../shared/auth/schema.ts'
import type { Profile } from '../../accounts/new-account.ts'
import type { Address } from '../../accounts/queries.ts'

/**
 * Returns the user object for a sign-up with a taken address, where addresses must be confirmed: of a user who does not
 * exist, with an empty `role`, so that the response does not reveal the account.
 */
export function decoyUser(address: Address, profile: Profile, now: Date): SignedUpUser {
  const id = randomUUID()
  const time = now.toISOString()
  const provider = 'email' in address ? 'email' : 'phone'
  return {
    id,
    aud: 'authenticated',
    role: '',
    email: '',
    phone: '',
    ...address,
    confirmation_sent_at: time,
    app_metadata: { provider, providers: [provider], role: profile.role },
    user_metadata: {
      ...profile.user_metadata,
      sub: id,
      ...address,
      email_verified: false,
      phone_verified: false,
      role: profile.role,
      cart: {},
    },
    identities: [],
    created_at: time,
    updated_at: time,
    is_anonymous: false,
  }
}
