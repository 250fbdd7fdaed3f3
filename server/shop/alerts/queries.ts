import { type RawBuilder, sql } from 'kysely'
import { lockUntilEnd } from '../../../db/advisory-locks.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { countOf, readValue } from '../../platform/data/count-queries.ts'
import { deletionOf } from '../../platform/data/expired-queries.ts'
import { visibleProducts } from '../catalog/products/purchase-queries.ts'
import { isOutOfStock } from '../stock/shown-queries.ts'

export async function listAlerts(db: Db | Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select numbered_id('PRD', product_number) as product_id from stock_alerts where user_id = ${userId}
    order by created_at desc, product_number desc`.execute(db)
  return rows.map(({ product_id }) => product_id)
}

/** Returns whether a product in the shop is sold out. */
export function isSoldOut(tx: Tx, productNumber: number): Promise<boolean> {
  return readValue(tx, isOutOfStock(sql`${productNumber}`))
}

/** Counts a buyer's alerts besides this one; serialises concurrent calls of the buyer. */
export async function countOtherAlerts(tx: Tx, userId: string, productNumber: number): Promise<number> {
  // guard: stock-alerts-lock
  await lockUntilEnd(tx, `stock-alerts ${userId}`)
  return countOf(
    tx.selectFrom('stock_alerts').where('user_id', '=', userId).where('product_number', '<>', productNumber),
  )
}

/** Inserts an alert; an existing one keeps its time. */
export async function insertAlert(tx: Tx, user_id: string, product_number: number, created_at: Date): Promise<void> {
  await tx
    .insertInto('stock_alerts')
    .values({ user_id, product_number, created_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'product_number']).doNothing())
    .execute()
}

export async function deleteAlert(db: Db, userId: string, productNumber: number): Promise<void> {
  await db
    .deleteFrom('stock_alerts')
    .where('user_id', '=', userId)
    .where('product_number', '=', productNumber)
    .execute()
}

export function isAnyAlert(): RawBuilder<boolean> {
  return sql`exists (select from stock_alerts)`
}

interface DueAlert {
  user_id: string
  product_id: string
}

/**
 * Takes due alerts of products after a number, longest waiting first within a product, in one process at a time; also
 * returns the product to continue after.
 */
export async function takeDueAlerts(
  tx: Tx,
  { after, products, limit }: { after: number; products: number; limit: number },
): Promise<{ due: DueAlert[]; next: number }> {
  // Visits each product once, however many buyers wait, as most products are still sold out.
  const { rows } = await sql<{ next: number; due: DueAlert[] }>`
    with recursive waited as (
      select 1 as place, (select min(product_number) from stock_alerts where product_number > ${after}) as product_number
      union all
      select place + 1, (select min(product_number) from stock_alerts where product_number > waited.product_number)
      from waited where product_number is not null and place < ${products}
    ), due as materialized (
      select user_id, waited.product_number, product_id
      from waited
      cross join lateral (
        ${visibleProducts} and products.product_number = waited.product_number
          and not ${isOutOfStock(sql`waited.product_number`)} offset 0
      ) back
      cross join lateral (
        select user_id from stock_alerts where stock_alerts.product_number = waited.product_number
        order by created_at limit ${limit} for update
      ) alert
      limit ${limit}
    ), taken as (
      delete from stock_alerts using due
      where stock_alerts.user_id = due.user_id and stock_alerts.product_number = due.product_number
      returning due.user_id, due.product_number, due.product_id
    )
    select case
        when (select count(*) from taken) >= ${limit} then (select min(product_number) - 1 from taken)
        else coalesce((select product_number from waited where place = ${products}), 0)
      end as next,
      (select coalesce(json_agg(json_build_object('user_id', user_id, 'product_id', product_id)), '[]') from taken) as due`.execute(
    tx,
  )
  return rows[0] ?? { due: [], next: 0 }
}

export const deleteAlertsBefore = deletionOf(sql`stock_alerts`, sql`user_id, product_number`, sql`created_at`)
