import type { Tx } from '../../../db/tables.ts'
import type { Config } from '../../platform/config.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { deleteCodes } from '../code-queries.ts'
import { signUpDisabled, userBanned } from '../errors.ts'
import { identiconPath } from '../identicon.ts'
import { displayNameOf } from './claims.ts'
import { providerEmailMissing, providerEmailUnverified } from './errors.ts'
import type { ProviderIdentity } from './provider.ts'
import {
  findIdentity,
  type IdentityRow,
  insertIdentity,
  insertProviderUser,
  lockProviderIdentity,
  lockUserByEmail,
  recordProviderSignIn,
  takeOverUnconfirmed,
} from './queries.ts'

export interface AccountOfIdentity {
  user_id: string
  /** How the identity came to the account. */
  how: 'known' | 'linked' | 'signed_up'
  /** Sessions that ended because the account was not its maker's. */
  ended: string[]
}

/**
 * The account an identity signs in to: the one it belongs to; else the one with the same address, when the provider
 * vouches for it; else a new buyer's. Throws AppError 403 for a banned person and for an address nobody vouches for.
 */
export async function accountOfIdentity(
  tx: Tx,
  { config, secrets }: { config: Pick<Config, 'signUp'>; secrets: Secrets },
  identity: ProviderIdentity,
  now: Date,
): Promise<AccountOfIdentity> {
  const row = identityRow(identity, now)
  await lockProviderIdentity(tx, identity.provider, identity.provider_id)
  const known = await findIdentity(tx, identity.provider, identity.provider_id)
  if (known) {
    refuseBanned(known.banned_until, now)
    await recordProviderSignIn(tx, { ...known, identity_data: row.identity_data, now })
    return { user_id: known.user_id, how: 'known', ended: [] }
  }
  const email = vouchedEmail(identity)
  const owner = await lockUserByEmail(tx, email)
  if (owner) return linkByEmail(tx, owner, row, now)
  if (!config.signUp) throw signUpDisabled()
  const display_name = displayNameOf(identity.claims)
  const user_metadata = { avatar_url: identiconPath(secrets, email), ...(display_name && { display_name }) }
  const made = await insertProviderUser(tx, { email, user_metadata, now })
  if (made) {
    await insertIdentity(tx, made, row)
    return { user_id: made, how: 'signed_up', ended: [] }
  }
  // Somebody signed up with the address since it was looked for.
  const winner = await lockUserByEmail(tx, email)
  if (!winner) throw new Error('an account vanished while somebody signed in to it')
  return linkByEmail(tx, winner, row, now)
}

async function linkByEmail(
  tx: Tx,
  owner: NonNullable<Awaited<ReturnType<typeof lockUserByEmail>>>,
  row: IdentityRow,
  now: Date,
): Promise<AccountOfIdentity> {
  refuseBanned(owner.banned_until, now)
  let ended: string[] = []
  if (!owner.email_confirmed_at) {
    // Somebody else may have signed up with this address, waiting for its owner to come.
    ended = await takeOverUnconfirmed(tx, owner.id, now)
    await deleteCodes(tx, owner.id)
  }
  await insertIdentity(tx, owner.id, row)
  return { user_id: owner.id, how: 'linked', ended }
}

function refuseBanned(until: Date | null, now: Date): void {
  if (until && until > now) throw userBanned()
}

function vouchedEmail({ provider, email, email_verified }: ProviderIdentity): string {
  if (!email) throw providerEmailMissing(provider)
  if (!email_verified) throw providerEmailUnverified(provider)
  return email
}

/** The row that keeps an identity. */
export function identityRow(identity: ProviderIdentity, now: Date): IdentityRow {
  const { provider, provider_id, email, email_verified, claims } = identity
  const identity_data = {
    ...claims,
    sub: provider_id,
    provider_id,
    ...(email && { email }),
    email_verified,
    phone_verified: false,
  }
  return { provider, provider_id, identity_data, now }
}
