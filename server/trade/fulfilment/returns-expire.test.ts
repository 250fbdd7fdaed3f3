import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SEND_BACK_DAYS } from '../../../shared/fulfilment/constants.ts'
import { makeAdmin, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { asSeller, readAsBuyer, readAsSeller } from '../../../tests/support/fulfilment.ts'
import type { TestProduct } from '../../../tests/support/products.ts'
import {
  accepted,
  asBuyer,
  askedFor,
  cameBack,
  delivered,
  paymentOf,
  sellerOrderOf,
  takenBack,
} from '../../../tests/support/returns.ts'
import { brokenRules, buildStocked, readStock } from '../../../tests/support/stock.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import type { OutboxMessage } from '../../pages/mail/outbox.ts'
import { systemClock } from '../../platform/config/clock.ts'
import { followOrders } from './follow-orders.ts'

let market: TestApp
let seller: TestAccount
let buyer: TestAccount
let admin: TestAccount
let lamp: TestProduct

beforeAll(async () => {
  market = await createTestApp({ config: { payments: 'sandbox', sandbox: 'calm' } })
  // Where the provider sends its events.
  await market.app.listen({ port: 0 })
  ;[seller, buyer, admin] = await Promise.all([signUp(market, { role: 'seller' }), signUp(market), makeAdmin(market)])
  lamp = await buildStocked(market, seller, { set: 100 }, { product_name: 'lamp', product_price: 33.33 })
})
afterAll(async () => {
  expect(await brokenRules(market)).toEqual([])
  await market.close()
})

const sides = () => ({ buyer, seller })
const sellerOrder = (id: string) => sellerOrderOf(market, buyer, id)
const onHand = async () => (await readStock(market, seller, lamp.product_id)).on_hand
const refundsOf = async (id: string) => (await paymentOf(market, admin, id)).refunds.map(({ amount }) => amount)
const receive = async (id: string, returnNumber: number, units: number, resalable = units) => {
  const { revision } = await readAsSeller(market, seller, id)
  return asSeller(market, seller, id, `returns/${returnNumber}/received`, cameBack(revision, [[1, units, resalable]]))
}
const statesOf = async (id: string) => (await sellerOrder(id)).returns.map(({ state }) => state)

/** An accepted return of so many of three lamps. */
async function acceptedReturn(units: number) {
  const id = await delivered(market, sides(), [[lamp, 3]])
  const { return_number } = await askedFor(market, sides(), id, [[1, units]])
  await accepted(market, seller, id, { return_number })
  return { id, return_number }
}

/** Sets when the returns of an order were accepted, and runs the job, twice at once as two processes do. */
async function follow(id: string, { days, minutes }: { days: number; minutes: number }): Promise<void> {
  await sql`update order_returns set requested_at = now() - interval '90 days',
      answered_at = now() - make_interval(days => ${days}, mins => ${minutes})
    where state = 'accepted' and order_number = ${Number(id.slice(3))}`.execute(market.db)
  await Promise.all([0, 1].map(() => followOrders({ db: market.db, clock: systemClock })))
}

test('an accepted return that is not sent in time ends once, without money, and both sides learn of it', async () => {
  const { id } = await acceptedReturn(2)
  const before = await onHand()
  const [open] = (await sellerOrder(id)).returns
  const accepting = Date.parse(open?.answered_at ?? '')
  expect(Date.parse(open?.send_until ?? '')).toBe(accepting + SEND_BACK_DAYS * 86_400_000)
  await follow(id, { days: SEND_BACK_DAYS, minutes: -1 })
  expect(await statesOf(id)).toEqual(['accepted'])
  await follow(id, { days: SEND_BACK_DAYS, minutes: 0 })
  await follow(id, { days: SEND_BACK_DAYS, minutes: 0 })
  const ended = await sellerOrder(id)
  expect(ended).toMatchObject({
    state: 'delivered',
    revision: 6,
    lines: [{ returnable: 3, returned_units: 0 }],
    returns: [{ state: 'expired', expired_at: expect.any(String), send_until: null, refunded: null }],
  })
  const { events } = await readAsBuyer(market, buyer, id)
  expect(events.filter(({ kind }) => kind === 'return_expired').map(({ by_role }) => by_role)).toEqual(['system'])
  expect([await onHand(), await refundsOf(id)]).toEqual([before, []])

  await sql`update order_events set created_at = created_at - interval '2 minutes'`.execute(market.db)
  const mailedTo = async ({ email }: TestAccount) => {
    const outbox = await market.app.inject({ url: '/outbox', headers: { accept: 'application/json' } })
    return outbox
      .json<{ messages: OutboxMessage[] }>()
      .messages.flatMap(({ message }) => (message.channel === 'mail' && message.to === email ? [message.text] : []))
      .join()
  }
  const limit = { timeout: 20_000 }
  await vi.waitFor(async () => expect(await mailedTo(buyer)).toContain('ended without a refund'), limit)
  await vi.waitFor(async () => expect(await mailedTo(seller)).toContain('the buyer did not send it in time'), limit)
  const { rows } = await sql<{ user_id: string }>`
    select user_id from notifications where facts ->> 'change' = 'return_expired'`.execute(market.db)
  expect(rows.map(({ user_id }) => user_id).toSorted()).toEqual([buyer.user_id, seller.user_id].toSorted())
})

test('one that is on its way, not answered, or received stays as it is', async () => {
  const { id, return_number } = await acceptedReturn(1)
  const { revision } = await sellerOrder(id)
  await asBuyer(market, buyer, id, `returns/${return_number}/sent`, { revision, carrier: 'DHL' })
  await takenBack(market, sides(), id, [[1, 1, 0]])
  await askedFor(market, sides(), id, [[1, 1]])
  await follow(id, { days: 80, minutes: 0 })
  expect(await statesOf(id)).toEqual(['accepted', 'received', 'requested'])
})

test('what comes after all is recorded and refunded, unless its units are those of another return by now', async () => {
  const { id, return_number } = await acceptedReturn(3)
  await follow(id, { days: SEND_BACK_DAYS, minutes: 1 })
  const stale = await sellerOrder(id)
  const late = await asBuyer(market, buyer, id, `returns/${return_number}/sent`, {
    revision: stale.revision,
    carrier: 'DHL',
  })
  expect([late.status, late.body.code]).toEqual([409, 'wrong_state'])
  await takenBack(market, sides(), id, [[1, 1, 0]])
  await askedFor(market, sides(), id, [[1, 1]])
  const tooMany = await receive(id, return_number, 2)
  expect([tooMany.status, tooMany.body.code, tooMany.body.details?.left]).toEqual([409, 'not_returnable', 1])
  const before = await onHand()
  expect((await receive(id, return_number, 1)).body.returns[0]).toMatchObject({ state: 'received', refunded: 33.33 })
  expect([await onHand(), await refundsOf(id)]).toEqual([before + 1, [33.33, 33.33]])
  expect((await receive(id, return_number, 1)).body.code).toBe('wrong_state')
})
