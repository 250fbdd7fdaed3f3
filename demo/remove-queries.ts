import { sql } from 'kysely'
import type { Tx } from '../db/tables.ts'

export interface DemoRows {
  accounts: string[]
  products: number[]
  orders: number[]
}

/** Blocks changes of products and orders until the transaction ends, as figures depend on both. */
export async function lockMarketplace(tx: Tx): Promise<void> {
  await sql`set local lock_timeout = '30s'`.execute(tx)
  await sql`
    lock table carts, cart_lines, checkouts, checkout_lines, products, stock, stock_movements, orders, order_lines,
      order_charges, order_deliveries, seller_orders, shipments, shipment_lines, order_events, admin_actions in share row exclusive mode`.execute(
    tx,
  )
}

/**
 * Returns the demo's accounts, their products, and the orders that they placed or that have only their products.
 * `mixed` are orders of other buyers that also have products of other sellers.
 */
export async function findDemoRows(
  tx: Tx,
  accountIds: readonly string[],
): Promise<DemoRows & { mixed: { order_number: number; order_id: string }[] }> {
  const { rows: accounts } = await sql<{
    id: string
  }>`select id from users where id = any(${accountIds}::uuid[])`.execute(tx)
  const ids = accounts.map(({ id }) => id)
  const { rows: products } = await sql<{ number: string }>`
    select product_number as number from products where seller_id = any(${ids}::uuid[])`.execute(tx)
  const { rows: orders } = await sql<{ order_number: string; order_id: string; is_mixed: boolean }>`
    select order_number, order_id, buyer_id <> all(${ids}::uuid[]) and bool_or(seller_id <> all(${ids}::uuid[])) as is_mixed
    from orders join order_lines using (order_number)
    group by orders.order_number
    having buyer_id = any(${ids}::uuid[]) or bool_or(seller_id = any(${ids}::uuid[]))
    order by order_number`.execute(tx)
  return {
    accounts: ids,
    products: products.map(({ number }) => Number(number)),
    orders: orders.filter(({ is_mixed }) => !is_mixed).map(({ order_number }) => Number(order_number)),
    mixed: orders
      .filter(({ is_mixed }) => is_mixed)
      .map(({ order_number, order_id }) => ({ order_number: Number(order_number), order_id })),
  }
}

/**
 * Deletes checkouts of the accounts, products and orders, and releases their reservations. Stock that the orders took
 * from remaining products stays taken.
 */
export async function deleteCheckouts(tx: Tx, { accounts, products, orders }: DemoRows): Promise<void> {
  await sql`
    with removed as (
      select checkout_id from checkouts
      where buyer_id = any(${accounts}::uuid[]) or order_number = any(${orders}::bigint[]) or checkout_id in (
        select checkout_id from checkout_lines where product_number = any(${products}::bigint[])
      )
    ), released as (
      update stock set reserved = stock.reserved - units
      from (
        select product_number, sum(reserved) as units from checkout_lines join removed using (checkout_id)
        where reserved > 0 group by product_number
      ) line
      where stock.product_number = line.product_number
    )
    delete from checkouts using removed where checkouts.checkout_id = removed.checkout_id`.execute(tx)
  await sql`
    update stock_movements set reason = 'correction', order_number = null
    where order_number = any(${orders}::bigint[])`.execute(tx)
}

/** Subtracts the orders from the sales of remaining products. Other figures follow by triggers. */
export async function subtractOrders(tx: Tx, { orders }: DemoRows): Promise<void> {
  await sql`
    update products set total_sales = total_sales - units
    from (
      select product_number, sum(quantity) as units from order_lines
      where order_number = any(${orders}::bigint[]) group by 1
    ) sold
    where products.product_number = sold.product_number`.execute(tx)
}

export async function deleteOrders(tx: Tx, { orders, accounts }: DemoRows): Promise<void> {
  const ofPayments = sql`
    payment_number in (
      select payment_number from payments
      where order_number = any(${orders}::bigint[]) or buyer_id = any(${accounts}::uuid[])
    )`
  await sql`delete from refunds where ${ofPayments}`.execute(tx)
  await sql`delete from payment_releases where ${ofPayments}`.execute(tx)
  await sql`delete from payment_receipts where ${ofPayments}`.execute(tx)
  await sql`delete from disputes where ${ofPayments}`.execute(tx)
  await sql`
    delete from payments
    where order_number = any(${orders}::bigint[]) or buyer_id = any(${accounts}::uuid[])`.execute(tx)
  await sql`
    delete from admin_actions
    where target in (select order_id from orders where order_number = any(${orders}::bigint[]))`.execute(tx)
  await sql`delete from order_events where order_number = any(${orders}::bigint[])`.execute(tx)
  await sql`
    delete from shipment_lines where order_number = any(${orders}::bigint[])`.execute(tx)
  await sql`delete from shipments where order_number = any(${orders}::bigint[])`.execute(tx)
  await sql`delete from order_lines where order_number = any(${orders}::bigint[])`.execute(tx)
  await sql`delete from order_charges where order_number = any(${orders}::bigint[])`.execute(tx)
  await sql`delete from seller_orders where order_number = any(${orders}::bigint[])`.execute(tx)
  await sql`delete from order_deliveries where order_number = any(${orders}::bigint[])`.execute(tx)
  await sql`delete from orders where order_number = any(${orders}::bigint[])`.execute(tx)
}

export async function deleteProducts(tx: Tx, { products }: DemoRows): Promise<void> {
  await sql`
    delete from admin_actions
    where target in (select product_id from products where product_number = any(${products}::bigint[]))`.execute(tx)
  await sql`delete from cart_lines where product_number = any(${products}::bigint[])`.execute(tx)
  await sql`delete from products where product_number = any(${products}::bigint[])`.execute(tx)
}

/**
 * Deletes the accounts with their dependent rows. In remaining orders, state changes by a demo admin are deleted
 * together with earlier ones, so that the rest still leads to the current state.
 */
export async function deleteAccounts(tx: Tx, { accounts }: DemoRows): Promise<void> {
  await sql`
    delete from admin_actions earlier using admin_actions latest
    where latest.admin_id = any(${accounts}::uuid[]) and latest.action = 'order_state'
      and earlier.action = 'order_state' and earlier.target = latest.target
      and earlier.action_number <= latest.action_number`.execute(tx)
  await sql`
    delete from admin_actions where admin_id = any(${accounts}::uuid[]) or target = any(${accounts}::text[])`.execute(
    tx,
  )
  await sql`delete from users where id = any(${accounts}::uuid[])`.execute(tx)
}

/** Deletes the file rows of products and accounts; returns their blobs, which are recorded as unused. */
export async function deleteFiles(tx: Tx, { accounts, products }: DemoRows): Promise<string[]> {
  const { rows } = await sql<{ blob: string }>`
    with removed as (
      delete from storage_objects
      where owner_id = any(${accounts}::uuid[]) or bucket_id = 'products' and split_part(name, '/', 1) in (
        select product_id from products where product_number = any(${products}::bigint[])
      )
      returning blob
    )
    insert into storage_discards (blob, remove_after) select blob, now() from removed
    on conflict (blob) do update set remove_after = now()
    returning blob`.execute(tx)
  return rows.map(({ blob }) => blob)
}

/** Returns whether there are admins, and none of them is an owner. */
export async function lacksOwner(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ lacks: boolean }>`
    select coalesce(bool_and(admin_rights is not null), false) as lacks from users where role = 'admin'`.execute(tx)
  return rows[0]?.lacks === true
}
