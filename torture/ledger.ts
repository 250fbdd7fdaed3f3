import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../db/tables.ts'
import type { Cart } from '../shared/cart/schema.ts'
import type { Order } from '../shared/orders/schema.ts'
import type { Client } from './client.ts'
import type { Findings } from './findings.ts'
import { orderIdsOf } from './ledger-queries.ts'

/** A signed-in person. */
export interface Person {
  user_id: string
  headers: Record<string, string>
}

/**
 * What the server acknowledged, kept outside of it: every order by its buyer and key, and the units put into carts. A
 * request without an answer counts as either.
 */
export interface Ledger {
  added(buyer: Person, productId: string, units: number, effect: 'yes' | 'no' | 'either'): void
  ordered(buyer: Person, key: string, order: Order): void
  orders(): number
  /** Compares with what is there now. Everybody's requests must have come to their end. */
  audit(client: Client, db: Db, findings: Findings): Promise<void>
}

interface Units {
  sure: number
  maybe: number
}

interface Account {
  buyer: Person
  units: Map<string, Units>
  /** By idempotency key. */
  orders: Map<string, Order>
}

/** An empty ledger. */
export function createLedger(): Ledger {
  const accounts = new Map<string, Account>()
  const contradictions: string[] = []

  function accountOf(buyer: Person): Account {
    const account = accounts.get(buyer.user_id) ?? { buyer, units: new Map(), orders: new Map() }
    accounts.set(buyer.user_id, account)
    return account
  }

  return {
    added(buyer, productId, units, effect) {
      const account = accountOf(buyer)
      const known = account.units.get(productId) ?? { sure: 0, maybe: 0 }
      if (effect === 'yes') known.sure += units
      if (effect === 'either') known.maybe += units
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
      const answered = [...accounts.values()].flatMap(({ orders }) => [...orders.values()])
      const ids = answered.map(({ order_id }) => order_id)
      findings.note('orders acknowledged', ids.length)
      findings.none('orders answered twice for one key, differently', contradictions)
      findings.none(
        'orders acknowledged under one number',
        ids.filter((id, index) => ids.indexOf(id) !== index),
      )
      findings.none('orders lost or different from their answer', await lostOrders([...accounts.values()], client))
      const known = new Set(ids)
      const stored = await orderIdsOf(db, [...accounts.keys()])
      findings.none(
        'orders doubled (stored, never acknowledged)',
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
      const answer = await client.send(`/api/orders/${order.order_id}`, { headers: buyer.headers })
      if (answer.status !== 200 || !isDeepStrictEqual(JSON.parse(answer.text), order))
        lost.push(`${order.order_id}: ${answer.status} ${answer.text.slice(0, 300)}`)
    }
  }
  return lost
}

/** Cart + ordered = added, for each buyer and product. */
async function wrongUnits(accounts: Account[], client: Client): Promise<string[]> {
  const wrong: string[] = []
  for (const { buyer, units, orders } of accounts) {
    const answer = await client.send('/api/cart', { headers: buyer.headers })
    const found = new Map(Object.entries((JSON.parse(answer.text) as { cart: Cart }).cart))
    for (const { lines } of orders.values()) {
      for (const line of lines) found.set(line.product_id, (found.get(line.product_id) ?? 0) + line.quantity)
    }
    for (const id of new Set([...units.keys(), ...found.keys()])) {
      const { sure, maybe } = units.get(id) ?? { sure: 0, maybe: 0 }
      const there = found.get(id) ?? 0
      if (there < sure || there > sure + maybe)
        wrong.push(`${buyer.user_id} ${id}: ${there} in cart and orders, ${sure} to ${sure + maybe} added`)
    }
  }
  return wrong
}
