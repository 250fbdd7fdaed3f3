import { sql } from 'kysely'
import type { Db, Tx } from '../../../../db/tables.ts'
import { cartOf } from '../../../trade/cart/queries.ts'
import { readIdentities } from '../../accounts/identity-queries.ts'
import { selectUser } from '../../accounts/queries.ts'

const FACTOR = [
  ...(['id', 'user_id', 'factor_type', 'status', 'friendly_name', 'phone'] as const),
  ...(['last_challenged_at', 'created_at', 'updated_at'] as const),
] as const

export type UserRow = NonNullable<Awaited<ReturnType<typeof readUser>>>

/** Returns an account with its identities, factors and cart, undefined when it does not exist. */
export async function readUser(db: Db | Tx, userId: string) {
  const user = await selectUser(db, userId).select(cartOf(sql`users.id`).as('cart')).executeTakeFirst()
  if (!user) return undefined
  return { ...user, identities: await readIdentities(db, userId), factors: await readFactors(db, userId) }
}

/** Returns the factors of an account, oldest first. */
export function readFactors(db: Db | Tx, userId: string) {
  return db
    .selectFrom('factors')
    .select(FACTOR)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Deletes all factors of an account; returns how many. */
export async function deleteFactors(tx: Tx, userId: string): Promise<number> {
  const deleted = await tx.deleteFrom('factors').where('user_id', '=', userId).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}
