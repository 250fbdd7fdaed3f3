import { randomUUID } from 'node:crypto'
import { SIGN_UP_ROLES, type SignUpRole } from '../../shared/account/constants.ts'
import type { SignedUpUser } from '../../shared/account/schema.ts'
import type { Secrets } from '../platform/secrets.ts'
import { identiconPath } from './identicon.ts'
import { type Metadata, mergeMetadata } from './metadata.ts'

/** The role and metadata an account begins with, of what its maker sent. Throws AppError 4xx for metadata not allowed. */
export function initialProfile(
  secrets: Secrets,
  address: string,
  sent: Metadata | null | undefined,
): { role: SignUpRole; user_metadata: Metadata } {
  // The picture is always the one we draw; what the browser says about it does not matter.
  const { avatar_url: _, ...data } = sent ?? {}
  const picture = { avatar_url: identiconPath(secrets, address) }
  return {
    role: SIGN_UP_ROLES.find((offered) => offered === data.role) ?? 'buyer',
    user_metadata: mergeMetadata(picture, data, { isOwnPicture: () => false }),
  }
}

/** What a sign-up for a taken address answers where addresses must be confirmed: a user who does not exist. */
export function madeUpUser(
  known: { email: string } | { phone: string },
  profile: { role: string; user_metadata: Metadata },
  now: Date,
): SignedUpUser {
  const id = randomUUID()
  const time = now.toISOString()
  const provider = 'email' in known ? 'email' : 'phone'
  return {
    id,
    aud: 'authenticated',
    role: '',
    email: '',
    phone: '',
    ...known,
    confirmation_sent_at: time,
    app_metadata: { provider, providers: [provider], role: profile.role },
    user_metadata: {
      ...profile.user_metadata,
      sub: id,
      ...known,
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
