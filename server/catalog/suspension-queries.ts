import { sql } from 'kysely'
import type { Tx } from '../../db/tables.ts'

/** Locks a seller whose products do not all follow a suspension, or its end, yet; passes over those that others lock. */
export async function lockStallToFollow(tx: Tx): Promise<string | undefined> {
  const seller = await tx
    .selectFrom('stalls_to_follow')
    .innerJoin('users', 'users.id', 'stalls_to_follow.seller_id')
    .select('users.id')
    // A stall whose step fails does not hold up the others.
    .orderBy(sql`random()`)
    .limit(1)
    .forNoKeyUpdate('users')
    .skipLocked()
    .executeTakeFirst()
  return seller?.id
}

/** Hides or shows the next `atMost` products of a locked seller; with the last of them the seller is done with. */
export async function followSuspension(tx: Tx, sellerId: string, atMost: number): Promise<void> {
  await sql`select follow_suspension(${sellerId}, ${atMost})`.execute(tx)
}
