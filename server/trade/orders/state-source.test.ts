import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { SELLER_ORDER_STATES, type SellerOrderState } from '../../../shared/fulfilment/constants.ts'
import { ORDER_STATES, type OrderState } from '../../../shared/orders/constants.ts'
import type { AdminOrder } from '../../../shared/orders/schema.ts'
import { call } from '../../../tests/support/api.ts'
import { asSeller, orderOf, sending, unitsOf } from '../../../tests/support/fulfilment.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { buildProducts } from '../../../tests/support/products.ts'
import { takenBack } from '../../../tests/support/returns.ts'
import { setRows } from '../../../tests/support/set-rows.ts'
import { brokenRules } from '../../../tests/support/stock.ts'

const market = await openForTests()
afterAll(async () => expect(await brokenRules(market)).toEqual([]))
const [admin, buyer, ...sellers] = await signUpAll(market, 'admin', 'buyer', 'seller', 'seller')
const products = await buildProducts(
  market,
  sellers.map(({ user_id: seller_id }) => ({ seller_id })),
)

/** Returns the number of a new order of two sellers. */
async function place(): Promise<number> {
  const lines = products.map((product) => [product, 2] as const)
  return Number((await orderOf(market, buyer, lines)).order_id.slice(3))
}
const idOf = (number: number) => `ORD${String(number).padStart(5, '0')}`
const setState = (number: number, order_state: OrderState, as = admin) =>
  call<AdminOrder>(market, 'PATCH', `/api/admin/orders/${idOf(number)}`, { as, body: { order_state } })
const read = async (number: number) =>
  (await call<AdminOrder>(market, 'GET', `/api/admin/orders/${idOf(number)}`, { as: admin })).body
const follow = (number: number, as = admin) =>
  call<AdminOrder>(market, 'POST', `/api/admin/orders/${idOf(number)}/follow-seller-orders`, { as })

/** Moves the first seller order of an order to a state. */
async function bring(number: number, state: SellerOrderState): Promise<void> {
  const id = idOf(number)
  const [seller] = sellers
  const act = (name: string, body: object) => asSeller(market, seller, id, name, { revision: 1, ...body })
  if (state === 'confirmed') await act('confirm', {})
  if (state === 'cancelled') await act('cancel', { lines: unitsOf([[1, 2]]), reason: 'other' })
  if (!['shipped', 'delivered', 'returned'].includes(state)) return
  const { shipments } = (await act('shipments', sending(1, [[1, 2]]))).body
  if (state === 'shipped') return
  const path = `/api/orders/${id}/shipments/${shipments[0]?.shipment_number}/received`
  await call(market, 'POST', path, { as: buyer, body: { revision: 2 } })
  if (state === 'returned') await takenBack(market, { buyer, seller }, id, [[1, 2, 0]])
}

/** Returns the rows of an order that an admin's change of state must not touch. */
async function otherRows(number: number): Promise<unknown> {
  const { rows } = await sql`
    select (select jsonb_agg(to_jsonb(row)) from (select * from seller_orders where order_number = ${number} order by number) row),
      (select jsonb_agg(to_jsonb(row)) from (select * from order_lines where order_number = ${number} order by line_number) row),
      (select jsonb_agg(to_jsonb(row)) from (select * from shipments where order_number = ${number}) row),
      (select jsonb_agg(to_jsonb(row)) from (select * from shipment_lines where order_number = ${number}) row),
      (select jsonb_agg(to_jsonb(row)) from (select * from stock_movements where order_number = ${number}) row),
      (select jsonb_agg(to_jsonb(row)) from (select * from stock order by product_number) row)`.execute(market.db)
  return rows[0]
}

test.each(SELLER_ORDER_STATES)(
  'an admin sets each state twice while a seller order is %s, which changes nothing else',
  async (stage) => {
    const number = await place()
    await bring(number, stage)
    const derived_state = stage === 'pending' || stage === 'cancelled' ? 'pending' : 'confirmed'
    expect(await read(number)).toMatchObject({
      order_state: derived_state,
      state_source: 'seller_orders',
      derived_state,
    })
    const before = await otherRows(number)
    for (const to of [...ORDER_STATES, ...ORDER_STATES.toReversed()]) {
      const { status, body } = await setState(number, to)
      const state_source = to === derived_state ? 'seller_orders' : 'admin'
      expect([status, body]).toMatchObject([200, { order_state: to, state_source, derived_state }])
    }
    expect(await otherRows(number)).toEqual(before)
  },
)

test('an order follows its seller orders again', async () => {
  const number = await place()
  await setState(number, 'cancelled')
  expect((await follow(number)).body).toMatchObject({
    order_state: 'pending',
    state_source: 'seller_orders',
    history: [
      { from: 'cancelled', to: 'pending' },
      { from: 'pending', to: 'cancelled' },
    ],
  })
  expect((await follow(number)).body.history).toHaveLength(2)
  const events = await market.db
    .selectFrom('order_events')
    .select(['kind', 'by_user', 'facts'])
    .where('order_number', '=', number)
    .where('seller_id', 'is', null)
    .orderBy('event_number')
    .execute()
  const by_user = admin.user_id
  expect(events).toEqual([
    { kind: 'state_set', by_user, facts: { from: 'pending', to: 'cancelled' } },
    { kind: 'state_set', by_user, facts: { from: 'cancelled', to: 'pending', automatic: true } },
  ])
})

test('a state set by hand is derived again when it is set once more after the seller orders reached it', async () => {
  const number = await place()
  await setState(number, 'confirmed')
  await setRows(market, 'seller_orders', { state: 'confirmed', confirmed_at: new Date() }, { order_number: number })
  expect(await read(number)).toMatchObject({ state_source: 'admin', derived_state: 'confirmed' })
  expect((await setState(number, 'confirmed')).body).toMatchObject({ state_source: 'seller_orders' })
})

test('the generic tables set the state by hand, too', async () => {
  const number = await place()
  const { status } = await call(market, 'PATCH', `/rest/v1/orders?order_id=eq.${idOf(number)}`, {
    as: admin,
    headers: { apikey: market.deps.secrets.apiKey },
    body: { order_state: 'returned' },
  })
  expect(status).toBeLessThan(300)
  expect(await read(number)).toMatchObject({ order_state: 'returned', state_source: 'admin', derived_state: 'pending' })
})
