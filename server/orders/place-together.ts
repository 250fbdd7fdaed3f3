import { AsyncLocalStorage } from 'node:async_hooks'
import { inTransaction, isUndone } from '../../db/connect.ts'
import { countWaiting } from '../../db/request-context.ts'
import type { Db, Tx } from '../../db/tables.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { isOrderable, newOrderOf, type OrderAttempt, placeOrder } from './place-order.ts'
import { insertOrders, lockCheckouts } from './place-together-queries.ts'

/** Orders in one transaction. */
const TOGETHER = 16

interface Waiting {
  attempt: OrderAttempt
  /** Runs a function in the context of the request. */
  inContext: <T>(run: () => T) => T
  /** Ends the wait for the transaction before. */
  begin: () => void
  /** Returns when the wait before has been subtracted from the wait budget of the request. */
  begun: Promise<void>
  resolve: (order: Order | Promise<Order>) => void
  reject: (error: unknown) => void
}

/**
 * Returns a function that places an order as `placeOrder` does. A process places orders in one transaction at a time, as all
 * wait for the counter anyway; those that come meanwhile are placed together in the next one, which costs the database a
 * fraction of what they cost one by one. The transaction waits for no lock of a cart or a product: orders that would have to,
 * and those that need more than the usual, are placed by `placeOrder` beside it.
 */
export function createPlacing(db: Db): (attempt: OrderAttempt) => Promise<Order> {
  const waiting: Waiting[] = []
  let isRunning = false

  async function runAll(): Promise<void> {
    isRunning = true
    while (waiting.length) await placeAll(db, takeBatch(waiting))
    isRunning = false
  }

  return (attempt) =>
    new Promise((resolve, reject) => {
      const { promise, resolve: begin } = Promise.withResolvers<void>()
      const begun = countWaiting(promise)
      waiting.push({ attempt, inContext: AsyncLocalStorage.snapshot(), begin, begun, resolve, reject })
      if (!isRunning) void runAll()
    })
}

/** Takes the next orders, at most one of each buyer, out of those that wait. */
function takeBatch(waiting: Waiting[]): [Waiting, ...Waiting[]] {
  const byBuyer = new Map<string, Waiting>()
  for (const one of waiting) {
    if (byBuyer.size === TOGETHER) break
    if (!byBuyer.has(one.attempt.buyerId)) byBuyer.set(one.attempt.buyerId, one)
  }
  const batch = [...byBuyer.values()]
  const left = waiting.filter((one) => !batch.includes(one))
  waiting.splice(0, waiting.length, ...left)
  const [first, ...others] = batch
  if (!first) throw new Error('no order waits')
  return [first, ...others]
}

/** Settles all of the batch; never throws. Returns when their common transaction has ended. */
async function placeAll(db: Db, batch: [Waiting, ...Waiting[]]): Promise<void> {
  const [first, ...others] = batch
  for (const { begin } of batch) begin()
  await Promise.all(batch.map(({ begun }) => begun))
  const placing = first.inContext(() => inTransaction(db, (tx) => placeTogether(tx, batch)))
  for (const { inContext } of others) inContext(() => countWaiting(placing)).catch(() => {})
  try {
    const orders = await placing
    for (const one of batch) {
      const order = orders.get(one)
      if (order) one.resolve(order)
      else placeAlone(db, one)
    }
  } catch (error) {
    // One of several may be the reason: each finds out by itself. After other errors it is not known whether they were placed.
    const isAgain = others.length > 0 && isUndone(error)
    for (const one of batch) {
      if (isAgain) placeAlone(db, one)
      else one.reject(error)
    }
  }
}

function placeAlone(db: Db, { attempt, inContext, resolve }: Waiting): void {
  resolve(inContext(() => placeOrder(db, attempt)))
}

/** Places those orders that need no more than the usual and wait for nothing, and returns them. Changes nothing of the others. */
async function placeTogether(tx: Tx, batch: readonly Waiting[]): Promise<Map<Waiting, Order>> {
  const linesOf = await lockCheckouts(
    tx,
    batch.map(({ attempt }) => attempt),
  )
  const ready = batch.flatMap((one) => {
    const lines = linesOf.get(one.attempt.buyerId) ?? []
    return isOrderable(lines, one.attempt.request.expected_total)
      ? [{ one, placing: newOrderOf(one.attempt, lines) }]
      : []
  })
  const [now] = ready.map(({ placing }) => placing.now)
  if (!now) return new Map()
  const given = await insertOrders(
    tx,
    ready.map(({ placing }) => placing),
    now,
  )
  return new Map(
    ready.flatMap(({ one, placing: { order } }) => {
      const numbered = given.get(order.buyer_id)
      return numbered ? [[one, { ...numbered, ...order }] as const] : []
    }),
  )
}
