import { sql } from 'kysely'
import type { Tx } from '../../db/tables.ts'

/** Gives the seller orders of these orders, when they are of an earlier version, their numbers, states and goods. */
export async function fillSellerOrders(tx: Tx, first: number, last = first): Promise<void> {
  await sql`select fill_seller_orders(${first}, ${last})`.execute(tx)
}

/** Returns up to which number orders are still to be filled, locked; undefined while another process is at it. */
export async function lockUnfilled(tx: Tx): Promise<number | undefined> {
  const row = await tx
    .selectFrom('seller_order_fill')
    .select('last_order_number')
    .where('last_order_number', '>', 0)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.last_order_number
}

/** Records up to which number orders are still to be filled. */
export async function setUnfilled(tx: Tx, last_order_number: number): Promise<void> {
  await tx.updateTable('seller_order_fill').set({ last_order_number }).execute()
}
