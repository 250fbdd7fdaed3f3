import { sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/tables.ts'
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from '../../../shared/cart/constants.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import { visibleProducts } from '../../shop/catalog/products/purchase-queries.ts'
import { sellableStock } from '../../shop/stock/queries.ts'
import type { ChangedLine } from './change-queries.ts'
import { cartFrom, linesOfAll } from './queries.ts'
import { lockedCarts } from './several-carts-queries.ts'

/** Adds to lines of several buyers' carts, by buyer; leaves out refused, missing, locked and changed ones. */
export async function addToLines(db: Db, lines: readonly ChangedLine[], now: Date): Promise<Map<string, Cart>> {
  const rows = await add(db, {
    now,
    users: lines.map(({ userId }) => userId),
    products: lines.map(({ productId }) => productId),
    quantities: lines.map(({ quantity }) => quantity),
  })
  return new Map(rows.map(({ user_id, lines: cart }) => [user_id, cartFrom(cart)]))
}

interface Added {
  now: Date
  users: string[]
  products: string[]
  quantities: number[]
}

const add = prepared('carts_add', (db, { now, users, products, quantities }: Added) => {
  // guard: cart-lines-raised-in-place
  const raised = sql`cart_lines.quantity + excluded.quantity`
  return sql<{ user_id: string; lines: Parameters<typeof cartFrom>[0] }>`
    with asked as materialized (
      select user_id, product_id, added
      from unnest(${users}::uuid[], ${products}::text[], ${quantities}::integer[]) asked (user_id, product_id, added)
    ), ${lockedCarts(sql`select user_id from asked`)}, present as materialized (
      ${linesOfAll(sql`select user_id from cart`)}
    ), wanted as materialized (
      select user_id, product_number, added, coalesce(present.quantity, 0) as quantity
      from asked join cart using (user_id) join (${visibleProducts}) product using (product_id)
        left join present using (user_id, product_number) left join (${sellableStock}) stock using (product_number)
      where sold_out is not true
        and added + coalesce(present.quantity, 0) <= least(max_per_order, ${MAX_LINE_QUANTITY})
        and (present.quantity is not null
          or (select count(*) from present line where line.user_id = asked.user_id) < ${MAX_CART_LINES})
    ), versioned as (
      update carts set updated_at = ${now} where user_id in (select user_id from wanted)
    ), changed as (
      insert into cart_lines (user_id, product_number, quantity, created_at)
      select user_id, product_number, added, ${now}::timestamptz from wanted
      on conflict (user_id, product_number) do update set quantity = ${raised}
      returning user_id, product_number, quantity, created_at
    )
    select user_id, json_agg(json_build_array(product_number, quantity) order by created_at, product_number) as lines
    from (
      select user_id, present.product_number, present.quantity, present.created_at
      from present join changed using (user_id) where present.product_number <> changed.product_number
      union all select user_id, product_number, quantity, created_at from changed
    ) line group by user_id`.compile(db)
})
