import { inTransaction, sqlState, UNIQUE_VIOLATION } from '../../../db/connect.ts'
import type { Tx } from '../../../db/tables.ts'
import type { AuthDeps, EventLog } from '../auth-deps.ts'
import { userNotFound } from '../errors.ts'
import { identityEmailConflict, identityNotFound, lastIdentity } from './errors.ts'
import { changeAccount, deleteIdentity, isEmailTaken, lockAccount, readIdentities } from './queries.ts'

type Identity = Awaited<ReturnType<typeof readIdentities>>[number]

/**
 * Takes an identity from the caller's account. Without the e-mail identity there is no password either; the account is
 * then known by an address that one of the others vouches for. Throws AppError 422 for the last one, one that is not
 * the caller's, and when another account has the address that would take over.
 */
export async function unlinkIdentity(
  { db, clock }: Pick<AuthDeps, 'db' | 'clock'>,
  caller: { user_id: string; identity_id: string },
  log: EventLog,
): Promise<void> {
  const { user_id, identity_id } = caller
  const provider = await inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, user_id)
    if (!account) throw userNotFound()
    const all = await readIdentities(tx, user_id)
    const removed = all.find((identity) => identity.identity_id === identity_id)
    const rest = all.filter((identity) => identity !== removed)
    if (all.length <= 1) throw lastIdentity()
    if (!removed) throw identityNotFound()
    await deleteIdentity(tx, identity_id)
    if (removed.provider === 'phone') await changeAccount(tx, user_id, { phone: null, phone_confirmed_at: null })
    if (gaveEmail(removed, account.email)) await promoteEmail(tx, { user_id, email: account.email, rest, now: clock() })
    if (removed.provider === 'email') await changeAccount(tx, user_id, { password_hash: null })
    return removed.provider
  }).catch((error) => {
    // Somebody took the address after it was looked up.
    throw sqlState(error) === UNIQUE_VIOLATION ? identityEmailConflict() : error
  })
  log.info({ event: 'identity_removed', user_id, provider })
}

function gaveEmail({ provider, identity_data }: Identity, email: string | null): boolean {
  return email !== null && (provider === 'email' || identity_data.email === email)
}

async function promoteEmail(
  tx: Tx,
  account: { user_id: string; email: string | null; rest: Identity[]; now: Date },
): Promise<void> {
  const { user_id, email, rest, now } = account
  const vouched = rest.flatMap(({ provider, identity_data: data }) =>
    typeof data.email === 'string' && (data.email_verified === true || provider === 'email') ? [data.email] : [],
  )
  if (email !== null && vouched.includes(email)) return
  const next = vouched[0] ?? null
  if (next && (await isEmailTaken(tx, next, user_id))) throw identityEmailConflict()
  await changeAccount(tx, user_id, { email: next, email_confirmed_at: next ? now : null })
}
