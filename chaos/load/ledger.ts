import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../db/tables.ts'
import type { Cart } from '../../shared/cart/schema.ts'
import type { Order } from '../../shared/orders/schema.ts'
import type { Findings } from '../report/findings.ts'
import type { Client } from './client.ts'
import { orderIdsOf } from './payment-queries.ts'

export interface User {
  user_id: string
  headers: Record<string, string>
}

/**
 * The orders and cart additions that the server acknowledged, recorded outside of it. A request without a response may or may
 * not have had its effect.
 */
export interface Ledger {
  added(buyer: User, productId: string, units: number, effect: 'yes' | 'no' | 'either'): void
  ordered(buyer: User, key: string, order: Order): void
  /** Returns the number of acknowledged orders. */
  orders(): number
  /** Compares the record with the server's data. No request may be in flight. */
  audit(client: Client, db: Db, findings: Findings): Promise<void>
}

interface Units {
  certain: number
  possible: number
}

interface Account {
  buyer: User
  units: Map<string, Units>
  /** By idempotency key. */
  orders: Map<string, Order>
}

export function createLedger(): Ledger {
  const accounts = new Map<string, Account>()
  const contradictions: string[] = []

  function accountOf(buyer: User): Account {
    const account = accounts.get(buyer.user_id) ?? { buyer, units: new Map(), orders: new Map() }
    accounts.set(buyer.user_id, account)
    return account
  }

  return {
    added(buyer, productId, units, effect) {
      const account = accountOf(buyer)
      const known = account.units.get(productId) ?? { certain: 0, possible: 0 }
      if (effect === 'yes') known.certain += units
      if (effect === 'either') known.possible += units
      account.units.set(productId, known)
    },
    ordered(buyer, key, order) {
      const { orders } = accountOf(buyer)
      const earlier = orders.get(key)
      if (earlier && !isDeepStrictEqual(earlier, order))
        contradictions.push(`key ${key}: ${earlier.order_id}, then ${order.order_id}`)
      orders.set(key, order)
    },
    orders: () => [...accounts.values()].reduce((sum, { orders }) => sum + orders.size, 0),
    async audit(client, db, findings) {
      const acknowledged = [...accounts.values()].flatMap(({ orders }) => [...orders.values()])
      const ids = acknowledged.map(({ order_id }) => order_id)
      findings.note('orders acknowledged', ids.length)
      findings.none('different responses for one idempotency key', contradictions)
      findings.none(
        'orders with the same number',
        ids.filter((id, index) => ids.indexOf(id) !== index),
      )
      findings.none('orders lost or changed', await lostOrders([...accounts.values()], client))
      const known = new Set(ids)
      const stored = await orderIdsOf(db, [...accounts.keys()])
      findings.none(
        'orders stored but never acknowledged',
        stored.filter((id) => !known.has(id)),
      )
      findings.none('units lost or doubled', await wrongUnits([...accounts.values()], client))
    },
  }
}

async function lostOrders(accounts: Account[], client: Client): Promise<string[]> {
  const lost: string[] = []
  for (const { buyer, orders } of accounts) {
    for (const order of orders.values()) {
      const outcome = await client.send(`/api/orders/${order.order_id}`, { headers: buyer.headers })
      if (outcome.status !== 200 || !includesOrder(JSON.parse(outcome.text), order))
        lost.push(`${order.order_id}: ${outcome.status} ${outcome.text.slice(0, 300)}`)
    }
  }
  return lost
}

/** Returns true when the response has all acknowledged members of the order; it may have more. */
function includesOrder(found: Record<string, unknown>, order: Order): boolean {
  return Object.entries(order).every(([name, value]) => isDeepStrictEqual(found[name], value))
}

/** Checks for each buyer and product that units in the cart and in orders add up to the units added. */
async function wrongUnits(accounts: Account[], client: Client): Promise<string[]> {
  const wrong: string[] = []
  for (const { buyer, units, orders } of accounts) {
    const outcome = await client.send('/api/cart', { headers: buyer.headers })
    const found = new Map(Object.entries((JSON.parse(outcome.text) as { cart: Cart }).cart))
    for (const { lines } of orders.values()) {
      for (const line of lines) found.set(line.product_id, (found.get(line.product_id) ?? 0) + line.quantity)
    }
    for (const id of new Set([...units.keys(), ...found.keys()])) {
      const { certain, possible } = units.get(id) ?? { certain: 0, possible: 0 }
      const there = found.get(id) ?? 0
      if (there < certain || there > certain + possible)
        wrong.push(`${buyer.user_id} ${id}: ${there} in cart and orders, ${certain} to ${certain + possible} added`)
    }
  }
  return wrong
}
