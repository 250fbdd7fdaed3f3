import { inTransaction } from '../db/connect.ts'
import type { Db, Tx } from '../db/tables.ts'
import { allDemoAccounts } from './accounts.ts'
import { allowLongStatements, withFillingLock } from './queries.ts'
import * as queries from './remove-queries.ts'

const NAMED = 10

export interface Removed {
  accounts: number
  products: number
  orders: number
  blobs: string[]
}

/**
 * Removes the demo marketplace: its accounts, their products and orders, orders with only their products, and their
 * share of all figures. Throws an Error that names orders in which other buyers also ordered products of other sellers,
 * unless `withMixedOrders`. `finish` runs in the same transaction.
 */
export function removeDemoMarketplace(
  db: Db,
  options: { withMixedOrders: boolean; finish: (tx: Tx) => Promise<void> },
): Promise<Removed> {
  return withFillingLock(db, (session) =>
    inTransaction(session, async (tx) => {
      await allowLongStatements(tx)
      await queries.lockMarketplace(tx)
      const ids = allDemoAccounts.map(({ user_id }) => user_id)
      const { mixed, ...rows } = await queries.findDemoRows(tx, ids)
      if (mixed.length && !options.withMixedOrders) throw mixedOrders(mixed.map(({ order_id }) => order_id))
      rows.orders.push(...mixed.map(({ order_number }) => order_number))
      await queries.deleteCheckouts(tx, rows)
      await queries.subtractOrders(tx, rows)
      await queries.deleteOrders(tx, rows)
      const blobs = await queries.deleteFiles(tx, rows)
      await queries.deleteProducts(tx, rows)
      await queries.deleteAccounts(tx, rows)
      if (await queries.lacksOwner(tx)) throw noOwner()
      await options.finish(tx)
      const { accounts, products, orders } = rows
      return { accounts: accounts.length, products: products.length, orders: orders.length, blobs }
    }),
  )
}

function noOwner(): Error {
  return new Error(
    'Nothing was removed: no admin with all rights would be left. First make one: npm run admin -- promote <email>',
  )
}

function mixedOrders(ids: string[]): Error {
  const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : ''
  return new Error(
    `Nothing was removed: ${ids.slice(0, NAMED).join(', ')}${more} are orders of other buyers and have products of ` +
      'the demo beside those of other sellers. To remove these orders, too: npm run admin -- remove-demo --with-orders',
  )
}
