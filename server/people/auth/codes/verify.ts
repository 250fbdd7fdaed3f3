import type { Tx } from '../../../../db/tables.ts'
import type { VerifyRequest } from '../../../../shared/auth/schema.ts'
import type { Config } from '../../../platform/config/config.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { inAddressTransaction } from '../../accounts/address-changes.ts'
import { changeAddress, confirmAddress, findChangingAccount, requireFree } from '../../accounts/address-queries.ts'
import { readEmail, requirePhone } from '../../accounts/addresses.ts'
import { validationFailed } from '../../accounts/errors.ts'
import { type Account, findAccount, lockAccount, updateUser } from '../../accounts/queries.ts'
import type { Device, ProtocolDeps } from '../protocol/deps.ts'
import { codeExpired, linkExpired, userBanned } from '../protocol/errors.ts'
import { describeSession, type OpenSession, openSession, type SessionDeps } from '../sessions/open-session.ts'
import {
  type CodePurpose,
  findCodeOwners,
  isLinkRedeemable,
  redeemCode,
  redeemLink,
  type UsedCode,
  voidCodes,
} from './code-queries.ts'
import { issueAuthCode } from './flow-queries.ts'
import { takeOver } from './take-over.ts'

/** The purposes of each of the protocol's types, in the order in which they are tried. */
const PURPOSES: ReadonlyMap<string, readonly CodePurpose[]> = new Map([
  ['signup', ['signup']],
  ['invite', ['signup']],
  ['email', ['signup', 'recovery']],
  ['magiclink', ['recovery']],
  ['recovery', ['recovery']],
  ['email_change', ['email_change_new', 'email_change_current']],
])
const PHONE_PURPOSES: ReadonlyMap<string, readonly CodePurpose[]> = new Map([
  ['sms', ['sms']],
  ['phone_change', ['phone_change']],
])
/** Several accounts may request the same new address; a code is tried for at most this many of them. */
const MAX_OWNERS = 3

type LinkToken = { token: string; type: string }
type Verified =
  | { session: OpenSession }
  /** For the client that began the PKCE flow. */
  | { authCode: string }
  /** The other address still has to confirm the change. */
  | { partial: true; isPkce: boolean }

/**
 * Redeems a code, or a link's token sent by a page, and returns the session; undefined after the first of two
 * confirmations. Throws AppError 400, 403, 422.
 */
export async function verifyForSession(deps: SessionDeps, request: VerifyRequest, device: Device) {
  const { type, token, token_hash } = request
  if (!type) throw validationFailed('Verify requires a verification type')
  if (Boolean(token) === Boolean(token_hash)) throw validationFailed('Verify requires either a token or a token hash')
  const find = token_hash ? linkFinder(request, token_hash) : codeFinder(deps, request, token ?? '')
  const verified = await verify(deps, { find, device, flows: false })
  if (verified === undefined) throw token_hash ? linkExpired() : codeExpired()
  return 'session' in verified ? describeSession(deps, verified.session) : undefined
}

/** Redeems the token of a link that was opened. Throws AppError 403, 422. */
export async function verifyLink(deps: SessionDeps, { token, type }: LinkToken, device: Device) {
  const purposes = PURPOSES.get(type)
  if (!purposes) throw linkExpired()
  const find: Find = (tx, now) => redeemLink(tx, { linkToken: token, purposes, now })
  const verified = await verify(deps, { find, device, flows: true })
  if (verified === undefined) throw linkExpired()
  return verified
}

/** Throws AppError 403 unless the token of a link could be redeemed now; redeems nothing. */
export async function requireRedeemable({ db, clock }: SessionDeps, { token, type }: LinkToken): Promise<void> {
  const purposes = PURPOSES.get(type)
  if (!purposes || !(await isLinkRedeemable(db, { linkToken: token, purposes, now: clock() }))) throw linkExpired()
}

type Find = (tx: Tx, now: Date) => Promise<UsedCode | undefined>

function linkFinder({ type, email, phone, redirect_to }: VerifyRequest, linkToken: string): Find {
  if (email || phone || redirect_to) throw validationFailed('Only the token_hash and type should be provided')
  const purposes = PURPOSES.get(type ?? '')
  if (!purposes) throw validationFailed('Invalid email verification type')
  return (tx, now) => redeemLink(tx, { linkToken, purposes, now })
}

function codeFinder({ secrets, config }: SessionDeps, request: VerifyRequest, code: string): Find {
  const { type, email, phone } = request
  if (Boolean(email) === Boolean(phone))
    throw validationFailed('Only an email address or phone number should be provided on verify')
  const address = phone ? requirePhone(phone) : readEmail(email ?? '')
  if (!address) throw new AppError(422, 'validation_failed', 'Invalid email format')
  const purposes = (phone ? PHONE_PURPOSES : PURPOSES).get(type ?? '') ?? []
  return async (tx, now) => {
    if (!purposes.length) return undefined
    if (phone && config.testPhoneCodes.get(address) === code) return takeTestCode(tx, address, purposes)
    const owners = await findCodeOwners(tx, { address, purposes, now, limit: MAX_OWNERS })
    const place = (purpose: string) => purposes.indexOf(purpose as CodePurpose)
    const inOrder = owners.toSorted((a, b) => place(a.purpose) - place(b.purpose))
    for (const { user_id, purpose } of inOrder) {
      const used = await redeemCode(tx, { secrets, user_id, purpose: purpose as CodePurpose, address, code, now })
      if (used) return used
    }
    return undefined
  }
}

/** Returns the code of a test phone as used: it works any number of times. */
async function takeTestCode(tx: Tx, phone: string, [purpose]: readonly CodePurpose[]): Promise<UsedCode | undefined> {
  if (!purpose) return undefined
  const account =
    purpose === 'sms' ? await findAccount(tx, { phone }) : await findChangingAccount(tx, 'phone', { phone })
  return account && { user_id: account.id, purpose, address: phone, flow_id: null }
}

/**
 * Redeems the code that `find` returns; returns undefined, instead of throwing, when there is none, as the transaction has to
 * commit the counted attempt.
 */
async function verify(
  deps: SessionDeps,
  { find, device, flows }: { find: Find; device: Device; flows: boolean },
): Promise<Verified | undefined> {
  const now = deps.clock()
  let ended: string[] = []
  const verified = await inAddressTransaction(deps.db, async (tx): Promise<Verified | undefined> => {
    // The transaction may run again.
    ended = []
    const used = await find(tx, now)
    if (!used) return undefined
    const { user_id, flow_id } = used
    const account = await lockAccount(tx, user_id)
    if (!account) return undefined
    if (account.banned_until && account.banned_until > now) throw userBanned()
    const outcome = await applyCode(tx, deps, { used, account, now, ended })
    if (outcome === 'void') return undefined
    if (outcome === 'partial') return { partial: true, isPkce: flow_id !== null }
    await voidCodes(tx, user_id)
    if (flows && flow_id) return { authCode: await issueAuthCode(tx, { flow_id, user_id, now }) }
    await updateUser(tx, user_id, { last_sign_in_at: now })
    return { session: await openSession(tx, { user_id, method: 'otp', device, now }) }
  })
  deps.sessions.invalidate(ended)
  return verified
}

/**
 * Applies a used code to its account. Returns `partial` for a change of address that the other address still has to confirm,
 * `void` when the account no longer has or requests the code's address. Throws AppError 422 when another account has taken
 * the new address. Adds to `ended` the ids of sessions that a proof of the address ended.
 */
async function applyCode(
  tx: Tx,
  deps: ProtocolDeps,
  { used, account, now, ended }: { used: UsedCode; account: Account; now: Date; ended: string[] },
): Promise<'done' | 'partial' | 'void'> {
  switch (used.purpose) {
    case 'signup':
    case 'recovery':
      // The account may have changed its address since.
      if (used.address !== account.email) return 'void'
      if (isTakenOver(deps.config, used, account)) {
        ended.push(...(await takeOver(tx, account.id, now)))
        await changeAddress(tx, account.id, { email: account.email }, { isProved: true, now })
      } else if (!account.email_verified_at) await confirmAddress(tx, account.id, 'email', now)
      return 'done'
    case 'email_change_current':
      if (used.address !== account.email) return 'void'
      return confirmEmailChange(tx, deps, { account, by: 'current', now })
    case 'email_change_new':
      if (used.address !== account.new_email) return 'void'
      return confirmEmailChange(tx, deps, { account, by: 'new', now })
    case 'sms':
      if (used.address !== account.phone) return 'void'
      if (!account.phone_verified_at) await confirmAddress(tx, account.id, 'phone', now)
      return 'done'
    case 'phone_change':
      if (used.address !== account.new_phone) return 'void'
      await requireFree(tx, { phone: used.address }, account.id)
      await changeAddress(tx, account.id, { phone: used.address }, { isProved: true, now })
      return 'done'
    default:
      return 'void'
  }
}

/**
 * Returns true when a requested mail is the first proof of the address and a provider may later find the account by it:
 * someone else may have signed up with it and still know the password. The confirmation of a sign-up leaves the password,
 * as the person who chose it requested the mail.
 */
function isTakenOver(
  { authProviders, ssoProviders }: Pick<Config, 'authProviders' | 'ssoProviders'>,
  { purpose }: UsedCode,
  { email_verified_at }: Account,
): boolean {
  return purpose === 'recovery' && !email_verified_at && Boolean(authProviders || ssoProviders)
}

async function confirmEmailChange(
  tx: Tx,
  { config, messages }: ProtocolDeps,
  { account, by, now }: { account: Account; by: 'current' | 'new'; now: Date },
): Promise<'done' | 'partial' | 'void'> {
  const { id, email: current, new_email, email_change_accepted } = account
  if (!new_email) return 'void'
  const needsBoth = config.emailConfirm && config.secureEmailChange && current !== null
  if (needsBoth && (!email_change_accepted || email_change_accepted === by)) {
    await updateUser(tx, id, { email_change_accepted: by })
    return 'partial'
  }
  await requireFree(tx, { email: new_email }, id)
  // The former address alone may be enough for a change, but proves nothing about the new one.
  await changeAddress(tx, id, { email: new_email }, { isProved: needsBoth || by === 'new', now })
  if (current) await messages.queueMail(tx, { template: 'email_changed', to: current, data: { new_email } })
  return 'done'
}
