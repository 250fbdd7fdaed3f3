import type { Tx } from '../../../../db/tables.ts'
import { currentLanguage } from '../../../../shared/kernel/language.ts'
import { changeAddress, isTaken } from '../../accounts/address-queries.ts'
import { identiconPath } from '../../accounts/identicon.ts'
import {
  findIdentity,
  insertIdentity,
  lockProviderIdentity,
  type NewIdentity,
  SSO_PROVIDER_PREFIX,
  updateIdentity,
} from '../../accounts/identity-queries.ts'
import { type Account, insertUser, lockAccount, lockAccountWith, updateUser } from '../../accounts/queries.ts'
import { takeOver } from '../codes/take-over.ts'
import { sessionNotFound, signUpDisabled, userBanned } from '../protocol/errors.ts'
import { findSession, lockSession } from '../sessions/queries.ts'
import { identityIsOwn, identityIsTaken, providerEmailMissing, providerEmailUnverified } from './errors.ts'
import { displayNameOf, type ProviderDeps, type ProviderIdentity } from './provider.ts'

export interface AccountOfIdentity {
  user_id: string
  /** The account had the identity already, got it now, or is new. */
  outcome: 'known' | 'linked' | 'signed_up'
  /** Sessions that ended because the account's address was not verified. */
  ended: string[]
}

/**
 * Returns the account that an identity signs in to: the one it belongs to; else the one with its email address, when the
 * provider has verified it; else a new buyer, with the language of the request. With `linkTo` it is the account of that
 * session, which gets the identity. Throws AppError 403 for a banned account, an unverified address and an ended session,
 * 422 when sign-up is disabled, and when an identity to link belongs to an account already.
 */
export async function accountOfIdentity(
  tx: Tx,
  { config, secrets, messages }: ProviderDeps,
  identity: ProviderIdentity,
  { linkTo, now }: { linkTo: string | null | undefined; now: Date },
): Promise<AccountOfIdentity> {
  const row = identityRow(identity, now)
  await lockProviderIdentity(tx, identity.provider, identity.provider_id)
  if (linkTo) return linkToSession(tx, linkTo, identity, row, now)
  const known = await findIdentity(tx, identity.provider, identity.provider_id)
  if (known) {
    refuseBanned(known.banned_until, now)
    await updateIdentity(tx, { identity_id: known.identity_id, identity_data: row.identity_data, now })
    await updateUser(tx, known.user_id, { last_sign_in_at: now })
    if (identity.provider.startsWith(SSO_PROVIDER_PREFIX))
      await followAddress(tx, messages, known.user_id, identity, now)
    return { user_id: known.user_id, outcome: 'known', ended: [] }
  }
  const email = verifiedEmail(identity)
  const owner = await lockAccountWith(tx, { email })
  if (owner) return linkByEmail(tx, owner, row, now)
  if (!config.signUp) throw signUpDisabled()
  const display_name = displayNameOf(identity.claims)
  const language = config.languages.length > 1 && currentLanguage()
  const avatar_url = identiconPath(secrets, email)
  const user_metadata = { avatar_url, ...(display_name && { display_name }), ...(language && { language }) }
  const proved = { confirmed_at: now, verified_at: now, last_sign_in_at: now }
  const created = await insertUser(tx, { email, role: 'buyer', user_metadata, ...proved })
  if (created) {
    await insertIdentity(tx, created, row)
    return { user_id: created, outcome: 'signed_up', ended: [] }
  }
  // A concurrent sign-up has taken the address since the lookup.
  const winner = await lockAccountWith(tx, { email })
  if (!winner) throw new Error('an account was deleted during a sign-in to it')
  return linkByEmail(tx, winner, row, now)
}

/** Changes the address of an account as its organization has done, which manages it, unless another account has the new one. */
async function followAddress(
  tx: Tx,
  messages: ProviderDeps['messages'],
  userId: string,
  { email, email_verified }: ProviderIdentity,
  now: Date,
): Promise<void> {
  if (!email || !email_verified || (await isTaken(tx, { email }, userId))) return
  const former = (await lockAccount(tx, userId))?.email
  if (former === email) return
  await changeAddress(tx, userId, { email }, { isProved: true, now })
  if (former) await messages.queueMail(tx, { template: 'email_changed', to: former, data: { new_email: email } })
}

async function linkByEmail(tx: Tx, owner: Account, row: NewIdentity, now: Date): Promise<AccountOfIdentity> {
  refuseBanned(owner.banned_until, now)
  const ended = owner.email_verified_at ? [] : await takeOver(tx, owner.id, now)
  await insertIdentity(tx, owner.id, row)
  return { user_id: owner.id, outcome: 'linked', ended }
}

/** Adds an identity to the account of a session. A guest becomes a user. */
async function linkToSession(
  tx: Tx,
  sessionId: string,
  { provider, provider_id, email, email_verified }: ProviderIdentity,
  row: NewIdentity,
  now: Date,
): Promise<AccountOfIdentity> {
  const session = await findSession(tx, sessionId)
  // Locked in this order, as everywhere: first the account, then its session.
  const account = session && (await lockAccount(tx, session.user_id))
  if (!account || !(await lockSession(tx, sessionId))) throw sessionNotFound()
  const { id: user_id, is_anonymous } = account
  refuseBanned(account.banned_until, now)
  const known = await findIdentity(tx, provider, provider_id)
  if (known) throw known.user_id === user_id ? identityIsOwn() : identityIsTaken()
  await insertIdentity(tx, user_id, row)
  const bringsEmail = account.email === null && email && email_verified && !(await isTaken(tx, { email }, user_id))
  if (bringsEmail || is_anonymous)
    await updateUser(tx, user_id, {
      ...(bringsEmail && { email, email_confirmed_at: now, email_verified_at: now }),
      is_anonymous: false,
    })
  return { user_id, outcome: 'linked', ended: [] }
}

function refuseBanned(until: Date | null, now: Date): void {
  if (until && until > now) throw userBanned()
}

function verifiedEmail({ provider, email, email_verified }: ProviderIdentity): string {
  if (!email) throw providerEmailMissing(provider)
  if (!email_verified) throw providerEmailUnverified(provider)
  return email
}

function identityRow(identity: ProviderIdentity, now: Date): NewIdentity {
  const { provider, provider_id, email, email_verified, claims } = identity
  const identity_data = {
    ...claims,
    sub: provider_id,
    provider_id,
    ...(email && { email }),
    email_verified,
    phone_verified: false,
  }
  return { provider, provider_id, identity_data, last_sign_in_at: now }
}
