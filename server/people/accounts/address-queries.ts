import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import { type Address, kindOf, textOf } from './addresses.ts'
import { emailExists, phoneExists } from './errors.ts'
import { mergeAddressIdentity, upsertAddressIdentity } from './identity-queries.ts'
import { findAccount, updateUser } from './queries.ts'

/** Columns of a requested change of address. */
const CHANGES = {
  email: ['new_email', 'email_change_sent_at'],
  phone: ['new_phone', 'phone_change_sent_at'],
} as const

/** Returns the account that has this address or requested it last; the one that has it comes first. */
export function findChangingAccount(db: Db | Tx, changing: 'email' | 'phone', by: Address) {
  const present = kindOf(by)
  const address = textOf(by)
  const [requested, sentAt] = CHANGES[changing]
  return db
    .selectFrom('users')
    .select(['id', 'email', 'new_email', 'new_phone'])
    .where(requested, 'is not', null)
    .where(({ or, eb }) =>
      or([eb(present, '=', address), ...(present === changing ? [eb(requested, '=', address)] : [])]),
    )
    .orderBy((row) => row.fn.coalesce(row.eb(present, '=', address), row.lit(false)), 'desc')
    .orderBy(sentAt, (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst()
}

/** Returns whether an address belongs to another account. */
export async function isTaken(db: Db | Tx, address: Address, userId: string): Promise<boolean> {
  const found = await findAccount(db, address)
  return found !== undefined && found.id !== userId
}

/** Throws AppError 422 when an address belongs to another account. */
export async function requireFree(db: Db | Tx, address: Address, userId: string): Promise<void> {
  if (await isTaken(db, address, userId)) throw kindOf(address) === 'email' ? emailExists() : phoneExists()
}

/** Marks an account's email address or phone as proved to be its owner's, unless it is already. */
export async function confirmAddress(tx: Tx, userId: string, kind: 'email' | 'phone', now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set((row) => ({
      [`${kind}_confirmed_at`]: row.fn.coalesce(`${kind}_confirmed_at`, row.val(now)),
      [`${kind}_verified_at`]: now,
      updated_at: now,
    }))
    .where('id', '=', userId)
    .where(`${kind}_verified_at`, 'is', null)
    .execute()
  await mergeAddressIdentity(tx, userId, { provider: kind, data: { [`${kind}_verified`]: true }, now })
}

/** Replaces an account's email address or phone with a confirmed one, in its identity as well. */
export async function changeAddress(
  tx: Tx,
  userId: string,
  address: Address,
  { isProved, now }: { isProved: boolean; now: Date },
): Promise<void> {
  const provider = kindOf(address)
  const email_confirmed_at = sql<Date>`coalesce(email_confirmed_at, ${now}::timestamptz)`
  await updateUser(tx, userId, {
    ...address,
    [`new_${provider}`]: null,
    ...(provider === 'email' ? { email_change_accepted: null, email_confirmed_at } : { phone_confirmed_at: now }),
    [`${provider}_verified_at`]: isProved ? now : null,
    is_anonymous: false,
  })
  const data = { sub: userId, ...address, [`${provider}_verified`]: isProved }
  await upsertAddressIdentity(tx, userId, { provider, data, now })
}
