import type { Tx } from '../../../db/tables.ts'
import { SIGN_UP_ROLES, type SignUpRole } from '../../../shared/accounts/constants.ts'
import type { Secrets } from '../../platform/keys/secrets.ts'
import { identiconPath } from './identicon.ts'
import { insertIdentity } from './identity-queries.ts'
import { type Metadata, mergeMetadata } from './metadata.ts'
import { insertUser, type NewAccount } from './queries.ts'

export interface Profile {
  role: SignUpRole
  user_metadata: Metadata
}

/** Returns the role and metadata of a new account from the metadata of its sign-up. Throws AppError 4xx as `mergeMetadata`. */
export function initialProfile(secrets: Secrets, address: string, sent: Metadata | null | undefined): Profile {
  // New accounts always get the picture that we draw.
  const { avatar_url: _, ...data } = sent ?? {}
  const picture = { avatar_url: identiconPath(secrets, address) }
  return {
    role: SIGN_UP_ROLES.find((offered) => offered === data.role) ?? 'buyer',
    user_metadata: mergeMetadata(picture, data, { isOwnPicture: () => false }),
  }
}

/** Creates an account with the identity of its address and returns its id, undefined when the address is taken. */
export async function createAccount(tx: Tx, account: NewAccount): Promise<string | undefined> {
  const { email, phone, user_metadata, verified_at, last_sign_in_at = null } = account
  const id = await insertUser(tx, account)
  if (!id || (!email && !phone)) return id
  const identity_data = {
    ...user_metadata,
    sub: id,
    ...(email ? { email } : { phone }),
    email_verified: email !== undefined && verified_at !== undefined,
    phone_verified: phone !== undefined && verified_at !== undefined,
  }
  const provider = email ? 'email' : 'phone'
  await insertIdentity(tx, id, { provider, provider_id: id, identity_data, last_sign_in_at })
  return id
}
