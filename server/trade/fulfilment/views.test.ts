import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { FullSellerOrderPage, TrackedOrder } from '../../../shared/fulfilment/schema.ts'
import type { AdminOrderPage } from '../../../shared/orders/schema.ts'
import type { OwnShop, SaveFacts } from '../../../shared/sellers/schema.ts'
import { signUp } from '../../../tests/support/accounts.ts'
import { call, checkout } from '../../../tests/support/api.ts'
import { asSeller, orderOf, readAsBuyer, sending } from '../../../tests/support/fulfilment.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { sellerOrderOf } from '../../../tests/support/returns.ts'
import { NO_FACTS } from '../../../tests/support/seller-facts.ts'
import { setRows } from '../../../tests/support/set-rows.ts'
import { brokenRules, buildStocked, readStock } from '../../../tests/support/stock.ts'
import { followOrders } from './follow-orders.ts'

const DAY_MS = 86_400_000

const market = await openForTests()
const [seller, buyer, admin] = await signUpAll(market, 'seller', 'buyer', 'admin')
const cup = await buildProduct(market, { seller_id: seller.user_id, product_name: '=cup', product_price: 0.5 })

async function buySome(count: number, product = cup): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) ids.push((await orderOf(market, buyer, [[product, 1]])).order_id)
  return ids
}
const act = (id: string, name: string, body: object, as = seller) => asSeller(market, as, id, name, body)
const list = async (query: string, as = seller) =>
  (await call<FullSellerOrderPage>(market, 'GET', `/api/seller/orders?${query}`, { as })).body
const ids = async (query: string) => (await list(query)).orders.map(({ order_id }) => order_id)
const say = (id: string, path: string, body: object) =>
  call<TrackedOrder>(market, 'POST', `/api/orders/${id}/${path}`, { as: buyer, body })
const problems = async (problem: string) => {
  const path = `/api/admin/orders?problem=${problem}`
  return (await call<AdminOrderPage>(market, 'GET', path, { as: admin })).body.orders.map(({ order_id }) => order_id)
}
const setShipBy = (id: string, ship_by: string) =>
  setRows(market, 'seller_orders', { ship_by }, { order_number: Number(id.slice(3)) })

test('views list open work, oldest first, with counts; admins can filter by problems, too', async () => {
  const [pending, later, accepted, asked, sent, lost, done, stopped] = await buySome(8)
  if (!(pending && later && accepted && asked && sent && lost && done && stopped)) throw new Error('no orders')
  for (const id of [accepted, asked]) await act(id, 'confirm', { revision: 1 })
  await say(asked, 'seller-orders/1/cancel', { revision: 2 })
  const shipments = await Promise.all([sent, lost].map((id) => act(id, 'shipments', sending(1, [[1, 1]]))))
  const missing = shipments[1]?.body.shipments[0]?.shipment_number
  await say(lost, `shipments/${missing}/missing`, { revision: 2 })
  await say(done, 'seller-orders/1/cancel', { revision: 1 })
  await call(market, 'PATCH', `/api/admin/orders/${stopped}`, { as: admin, body: { order_state: 'cancelled' } })
  await setShipBy(later, '2020-01-03')

  expect((await list('')).counts).toEqual({ accept: 3, send: 2, sent: 2, done: 1, returns: 0, problem: 3 })
  expect(await ids('view=accept')).toEqual([pending, later, stopped])
  expect(await ids('view=send')).toEqual([accepted, asked])
  expect(await ids('view=sent')).toEqual([sent, lost])
  expect(await ids('view=done')).toEqual([done])
  expect(await ids('view=problem')).toEqual([later, asked, lost])
  expect(await ids(`view=accept&q=${later}`)).toEqual([later])
  expect(await list('view=accept&page=2&page_size=2')).toMatchObject({ total: 3, orders: [{ order_id: stopped }] })

  expect(await problems('late')).toEqual([later])
  expect(await problems('missing')).toEqual([lost])
  expect(await problems('cancel_requested')).toEqual([asked])
  expect(await problems('stopped')).toEqual([stopped])
  // Sellers answer cancellation requests, so admins do not list them.
  expect(await problems('needs_action')).toEqual([stopped, lost, later])
})

test('a view is exported as CSV, one row for each line, safe in a spreadsheet', async () => {
  const export_ = async (query = '', as = seller) =>
    (await market.app.inject({ url: `/api/seller/orders.csv${query}`, headers: as.headers })).body.trim().split('\r\n')
  const rows = await export_()
  const orders = (await list('page_size=100')).orders
  expect(rows).toHaveLength(orders.length + 1)
  expect(rows.at(-1)).toContain(`${orders[0]?.seller_order_id},${orders[0]?.created_at},`)
  // States are named as on the pages.
  expect(new Set(rows.slice(1).map((row) => row.split(',')[2]))).toEqual(
    new Set(orders.map(({ state }) => state.replace(/^./, (letter) => letter.toUpperCase()))),
  )
  expect(rows.at(-1)).toContain(`,${cup.product_id},'=cup,0.50,1,0,0,1`)
  expect(await export_('?view=done')).toHaveLength(2)
  // The export has the filters of the list.
  const cancelled = orders.filter(({ order_state }) => order_state === 'cancelled')
  expect(await export_('?state=cancelled')).toHaveLength(cancelled.length + 1)
  expect(cancelled.length).toBeGreaterThan(0)
  expect(await export_('', await signUp(market, { role: 'seller' }))).toHaveLength(1)
})

test('by time shipments are delivered, sellers reminded once, and unaccepted orders cancelled', async () => {
  const one = await signUp(market, { role: 'seller' })
  const lamp = await buildStocked(market, one, { set: 10 })
  const [sent, missed, pending, accepted, stopped] = await buySome(5, lamp)
  if (!(sent && missed && pending && accepted && stopped)) throw new Error('no orders')
  for (const id of [sent, missed]) await act(id, 'shipments', sending(1, [[1, 1]]), one)
  const [shipment] = (await readAsBuyer(market, buyer, missed)).seller_orders[0]?.shipments ?? []
  await say(missed, `shipments/${shipment?.shipment_number}/missing`, { revision: 2 })
  await act(accepted, 'confirm', { revision: 1 }, one)
  const today = new Date()
  for (const id of [accepted, stopped])
    await setShipBy(id, new Date(today.getTime() + DAY_MS).toISOString().slice(0, 10))
  await market.db.updateTable('orders').set({ order_state: 'cancelled' }).where('order_id', '=', stopped).execute()
  await setShipBy(pending, new Date(today.getTime() + 3 * DAY_MS).toISOString().slice(0, 10))

  // Twice concurrently, like two processes.
  const follow = (days: number) => {
    const clock = () => new Date(today.getTime() + days * DAY_MS)
    return Promise.all([0, 1].map(() => followOrders({ db: market.db, clock })))
  }
  const marks = async (id: string) => {
    const events = await market.db
      .selectFrom('order_events')
      .select(['kind', 'by_role', 'facts'])
      .where('order_number', '=', Number(id.slice(3)))
      .where('by_role', '=', 'system')
      .orderBy('event_number')
      .execute()
    return events.map(({ kind, facts }) => facts.mark ?? kind)
  }
  await follow(0)
  await follow(0)
  expect(await marks(accepted)).toEqual(['ship_by_tomorrow'])
  // A reminder changes no revision, and buyers do not see it.
  const seen = await readAsBuyer(market, buyer, accepted)
  expect([seen.seller_orders[0]?.revision, seen.events.map(({ kind }) => kind)]).toEqual([2, ['placed', 'confirmed']])
  await follow(8)
  expect(await marks(accepted)).toEqual(['ship_by_tomorrow', 'late'])
  expect(await marks(pending)).toEqual([])
  expect(await marks(stopped)).toEqual([])

  await follow(13)
  expect((await readAsBuyer(market, buyer, sent)).order_state).toBe('confirmed')
  const before = (await readStock(market, one, lamp.product_id)).on_hand
  await follow(14.1)
  const delivered = await readAsBuyer(market, buyer, sent)
  expect(delivered).toMatchObject({
    order_state: 'delivered',
    seller_orders: [{ state: 'delivered', shipments: [{ delivered_by: 'time' }] }],
  })
  expect((await readAsBuyer(market, buyer, missed)).seller_orders[0]?.state).toBe('shipped')
  expect(await readAsBuyer(market, buyer, pending)).toMatchObject({
    order_state: 'cancelled',
    events: [{ kind: 'placed' }, { kind: 'cancelled', by_role: 'system', facts: { reason: 'other' } }],
  })
  expect((await readAsBuyer(market, buyer, accepted)).order_state).toBe('confirmed')
  expect((await readStock(market, one, lamp.product_id)).on_hand).toBe(before + 1)
  expect(await brokenRules(market)).toEqual([])
})

test('an order keeps its seller’s declarations when the seller edits them, is renamed or suspended', async () => {
  const one = await signUp(market, { role: 'seller' })
  const lamp = await buildProduct(market, { seller_id: one.user_id, product_price: 20 })
  /** Saves the seller's declarations, like the form of the page. */
  const declare = async (legal: Partial<SaveFacts>) => {
    const path = '/api/seller/shop'
    const { revision } = (await call<OwnShop>(market, 'GET', path, { as: one })).body
    const body = { ...NO_FACTS, ...legal, revision }
    expect((await call(market, 'PUT', path, { as: one, body })).status).toBe(200)
  }
  const rename = (name: string) =>
    sql`update users set user_metadata = user_metadata || jsonb_build_object('display_name', ${name}::text)
      where id = ${one.user_id}`.execute(market.db)
  const order = async () => (await orderOf(market, buyer, [[lamp, 1]])).order_id
  const soldBy = async (id: string) => (await sellerOrderOf(market, buyer, id)).sold_by

  await rename('Oak Lamps')
  await declare({ legal_name: 'Oak & Sons Ltd', legal_number: 'GB 123' })
  const first = await order()
  const declared = { name: 'Oak Lamps', legal_name: 'Oak & Sons Ltd', legal_number: 'GB 123' }
  expect(await soldBy(first)).toEqual(declared)
  await declare({ legal_address: '1 Mill Lane', legal_phone: '+44 113 123', legal_email: 'post@lamps.example' })
  await rename('Elm Lamps')
  const second = await order()
  const later = { name: 'Elm Lamps', legal_address: '1 Mill Lane', legal_contact: '+44 113 123\npost@lamps.example' }
  expect([await soldBy(first), await soldBy(second)]).toEqual([declared, later])
  await call(market, 'POST', `/api/admin/users/${one.user_id}/suspend`, { as: admin })
  expect([await soldBy(first), await soldBy(second)]).toEqual([declared, later])
})

test('the same address again records nothing, and a buyer may change it twenty times', async () => {
  const [id = ''] = await buySome(1, cup)
  const statuses = new Set<number>()
  const change = async (city: string) => {
    const revision = (await readAsBuyer(market, buyer, id)).seller_orders[0]?.revision
    const body = { ...checkout.shipping_address, city, revision }
    return (await call(market, 'PATCH', `/api/orders/${id}/seller-orders/1/address`, { as: buyer, body })).status
  }
  for (let times = 0; times < 20; times++) statuses.add(await change(`Town ${times}`))
  expect([...statuses]).toEqual([200])
  expect([await change('Town 19'), await change('Town 20')]).toEqual([200, 409])
  expect((await readAsBuyer(market, buyer, id)).events).toHaveLength(21)
})
