import { balanceTransactionObject } from './balance.ts'
import { findBalanceTransaction } from './balance-queries.ts'
import type { Books } from './books.ts'
import { findCharge, findIntent } from './intent-queries.ts'
import { chargeObject, intentObject } from './objects.ts'

type Fields = Record<string, unknown>

/** Returns an object with the objects that `paths` name in the place of their ids: `latest_charge.balance_transaction`. */
export async function expand(books: Books, body: object, paths: readonly string[]): Promise<object> {
  let expanded: object = body
  for (const path of paths) expanded = await expandPath(books, expanded, path.split('.'))
  return expanded
}

async function expandPath(books: Books, value: object, [name, ...rest]: string[]): Promise<object> {
  if (name === undefined) return value
  const fields = value as Fields
  const inner = fields[name]
  if (Array.isArray(inner)) {
    const items: object[] = []
    for (const item of inner) items.push(await expandPath(books, item, rest))
    return { ...fields, [name]: items }
  }
  const object = typeof inner === 'string' ? await load(books, inner) : inner
  if (typeof object !== 'object' || object === null) return value
  return { ...fields, [name]: await expandPath(books, object, rest) }
}

async function load({ tx, siteUrl }: Books, id: string): Promise<object | undefined> {
  const [prefix] = id.split('_', 1)
  if (prefix === 'ch') {
    const charge = await findCharge(tx, id)
    return charge && chargeObject(charge)
  }
  if (prefix === 'pi') {
    const intent = await findIntent(tx, id)
    return intent && intentObject(intent, siteUrl)
  }
  if (prefix === 'txn') {
    const movement = await findBalanceTransaction(tx, id)
    return movement && balanceTransactionObject(movement)
  }
}
