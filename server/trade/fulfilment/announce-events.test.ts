import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import type { OrderEventKind, OrderEventRole } from '../../../shared/fulfilment/constants.ts'
import { notificationText } from '../../../shared/notifications/kind-messages.ts'
import type { Notifications } from '../../../shared/notifications/schema.ts'
import { signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call, checkout } from '../../../tests/support/api.ts'
import { orderOf } from '../../../tests/support/fulfilment.ts'
import { killWaiting } from '../../../tests/support/lock-contention.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import * as outbox from '../../../tests/support/outbox.ts'
import { buildProduct, buildProducts } from '../../../tests/support/products.ts'
import { openBeside } from '../../../tests/support/stock.ts'

const market = await openForTests()
// Another process on the same database: both poll for events.
const second = await openBeside(market)
afterAll(() => second.close())
const [admin, tea, lamps] = await signUpAll(market, 'admin', 'seller', 'seller')
const products = await buildProducts(market, [
  { seller_id: tea.user_id, product_name: 'Green Tea', product_price: 4.5 },
  { seller_id: tea.user_id, product_name: 'Black Tea', product_price: 5 },
  { seller_id: lamps.user_id, product_name: 'Lamp', product_price: 20 },
])

/** Places an order of all products, two of each. */
async function place(buyer: TestAccount, address: object = {}): Promise<string> {
  const shipping_address = { ...checkout.shipping_address, ...address }
  const lines = products.map((product) => [product, 2] as const)
  return (await orderOf(market, buyer, lines, { ...checkout, shipping_address })).order_id
}

interface Placed {
  buyer: TestAccount
  order_id: string
}

/** Returns new buyers, each with an order that has been announced. */
async function buyersWithOrder(count: number): Promise<Placed[]> {
  const buyers = await Promise.all(Array.from({ length: count }, () => signUp(market)))
  const orders = await Promise.all(buyers.map(async (buyer) => ({ buyer, order_id: await place(buyer) })))
  await letPass(...orders.map(({ order_id }) => order_id))
  return orders
}

async function buyerWithOrder(): Promise<Placed> {
  const [one] = await buyersWithOrder(1)
  return one as Placed
}

interface Happened {
  kind: OrderEventKind
  by?: OrderEventRole
  /** Null for an event of the whole order. */
  seller?: TestAccount | null
  facts?: object
  secondsAgo?: number
}

async function happen(order_id: string, ...events: Happened[]): Promise<void> {
  for (const { kind, by = 'seller', seller = tea, facts = {}, secondsAgo = 0 } of events) {
    await sql`
      insert into order_events (order_number, seller_id, kind, by_role, facts, created_at)
      select order_number, ${seller?.user_id ?? null}::uuid, ${kind}, ${by}, ${JSON.stringify(facts)}::jsonb,
        now() - make_interval(secs => ${secondsAgo})
      from orders where order_id = ${order_id}`.execute(market.db)
  }
}

/** Ages the events of orders by two minutes, and waits until they are announced. */
async function letPass(...orderIds: string[]): Promise<void> {
  const ofOrders = sql`
    order_number in (select order_number from orders where order_id = any(${orderIds}::text[])) and not announced`
  await sql`update order_events set created_at = created_at - interval '2 minutes' where ${ofOrders}`.execute(market.db)
  const waiting = async () => (await sql`select from order_events where ${ofOrders}`.execute(market.db)).rows.length
  // Not expect.poll, which does not support concurrent tests.
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 60_000, interval: 100 })
}

/** Returns the number of a new shipment of two Green Tea. */
async function ship(order_id: string, carrier = 'DHL'): Promise<number> {
  const { rows } = await sql<{ shipment_number: number }>`
    with shipment as (
      insert into shipments (order_number, seller_id, state, carrier, tracking_number, tracking_url, expected_on, sent_at,
        request_id)
      select order_number, ${tea.user_id}, 'sent', ${carrier}, 'JD0146', 'https://dhl.example/JD0146', '2026-11-26', now(),
        gen_random_uuid() from orders where order_id = ${order_id}
      returning shipment_number, order_number
    ), lines as (
      insert into shipment_lines (shipment_number, order_number, line_number, quantity)
      select shipment_number, order_number, line_number, 2 from shipment join order_lines using (order_number)
      where product_name = 'Green Tea'
    ) select shipment_number from shipment`.execute(market.db)
  return rows[0]?.shipment_number ?? 0
}

const mailsTo = async (who: TestAccount, about: string) =>
  (await outbox.mailsTo(market, who)).filter(({ subject }) => subject.includes(about))
const subjectsTo = async (user: TestAccount, about: string) =>
  (await mailsTo(user, about)).map(({ subject }) => subject).toSorted()
/** Returns all of a user's notifications: the sellers of this file get more than a page of them. */
async function notificationsOf(as: TestAccount): Promise<Notifications['notifications']> {
  const all: Notifications['notifications'] = []
  for (;;) {
    const last = all.at(-1)
    const page = last ? `?after=${last.notification_number}` : ''
    const { body } = await call<Notifications>(market, 'GET', `/api/notifications${page}`, { as })
    all.push(...body.notifications)
    if (!body.has_more) return all
  }
}

test.concurrent('a new order notifies and mails each seller with their products, amount, town and ship-by day', async () => {
  const buyers = (await Promise.all(Array.from({ length: 4 }, () => signUp(market)))) as [TestAccount, ...TestAccount[]]
  const [whole, townless, held, stopped] = (await Promise.all(
    buyers.map((buyer, index) => place(buyer, { city: index === 1 ? ' ' : 'Ulm <b>' })),
  )) as [string, string, string, string]
  const numbers = (order_id: string) =>
    sql`order_number = (select order_number from orders where order_id = ${order_id})`
  await sql`update seller_orders set hold = 'disputed' where ${numbers(held)}`.execute(market.db)
  await sql`update seller_orders set state = 'cancelled', ended_at = now() where ${numbers(stopped)}`.execute(market.db)
  await letPass(whole, townless, held, stopped)
  const mailOf = async (seller: TestAccount, order_id: string) => {
    const [mail, ...more] = await mailsTo(seller, order_id)
    expect(more).toEqual([])
    return mail as NonNullable<typeof mail>
  }

  for (const [seller, number, items, amount, others] of [
    [tea, 1, '2 × Green Tea\n  2 × Black Tea', '$19.00', 'Lamp'],
    [lamps, 2, '2 × Lamp', '$40.00', 'Tea'],
  ] as const) {
    const { subject, text, html } = await mailOf(seller, whole)
    expect(subject).toMatch(new RegExp(`^New order ${whole}-${number}: ship by \\w{3}, \\w{3} \\d+$`))
    const path = `/seller/orders/${whole}`
    expect(text).toContain(`${market.config.siteUrl}${path}`)
    expect((await notificationsOf(seller)).filter((one) => one.path === path)).toMatchObject([
      { kind: 'new_order', read_at: null, facts: { seller_order_id: `${whole}-${number}` } },
    ])
    expect(text).toContain(`Items:\n  ${items}\n\nShips to:\n  Ulm <b>\n\nAmount:\n  ${amount}\n`)
    expect(html).toContain('Ulm &lt;b&gt;')
    expect(text).toContain(`Please ship it by ${subject.split('ship by ')[1]}.`)
    // Nothing about the other seller, and only the town of the buyer.
    for (const hidden of ['Kim Example', 'Long Road', '12345', '$59.00', others, buyers[0].email]) {
      expect(text).not.toContain(hidden)
      expect(html).not.toContain(hidden)
    }
  }
  const { text } = await mailOf(tea, townless)
  expect(text).toContain('$19.00')
  expect(text).not.toContain('Ships to')
  // Orders that must not be sent have no ship-by day.
  for (const order_id of [held, stopped]) {
    const mail = await mailOf(lamps, order_id)
    expect(mail.subject).toBe(`New order ${order_id}-2`)
    expect(mail.text).not.toMatch(/ship it by/i)
  }
})

test.concurrent('a new order of goods that need no delivery is due by a day', async () => {
  const song = await buildProduct(market, { seller_id: lamps.user_id })
  await sql`update products set delivery_kind = 'none' where product_number = ${song.product_number}`.execute(market.db)
  const { order_id } = await orderOf(market, await signUp(market), [[song, 1]])
  await letPass(order_id)
  const [mail] = await mailsTo(lamps, order_id)
  expect(mail?.subject).toMatch(/: due by /)
  expect(mail?.text).toContain('It is due by ')
})

test.concurrent('order events are mailed to the users whom they concern', async () => {
  const expected: [Happened, { buyer?: string; seller?: string; admin?: string }][] = [
    [{ kind: 'confirmed' }, {}],
    [{ kind: 'sent', facts: { units: 2 } }, { buyer: 'On its way: your package from ' }],
    [{ kind: 'delivered', facts: { by: 'seller' } }, { buyer: 'Delivered: your package from ' }],
    [{ kind: 'delivered', by: 'system', facts: { by: 'time' } }, { buyer: 'Delivered: your package from ' }],
    [{ kind: 'delivered', by: 'buyer', facts: { by: 'buyer' } }, {}],
    [
      { kind: 'cancelled', facts: { units: 1, amount: '4.50', lines: [[1, 1]], reason: 'out_of_stock' } },
      { buyer: 'Part of your order ' },
    ],
    [
      { kind: 'cancelled', by: 'system', facts: { units: 4, reason: 'other' } },
      { buyer: 'Part of your order ', admin: ' needs you' },
    ],
    [
      { kind: 'cancel_requested', by: 'buyer', facts: { note: 'Too late' } },
      { seller: '-1: the buyer asks to cancel' },
    ],
    [{ kind: 'cancel_declined', facts: { note: 'Already packed' } }, { buyer: ' was changed' }],
    [{ kind: 'address_changed', by: 'buyer' }, { seller: '-1: the shipping address was changed' }],
    [
      { kind: 'missing', by: 'buyer' },
      { seller: '-1: a package has not arrived', admin: ' needs you' },
    ],
    [{ kind: 'note', by: 'system', facts: { mark: 'ship_by_tomorrow' } }, { seller: '-1: due tomorrow' }],
    [{ kind: 'note', by: 'system', facts: { mark: 'late' } }, { admin: ' needs you' }],
    [
      { kind: 'state_set', by: 'admin', seller: null, facts: { from: 'pending', to: 'cancelled' } },
      { buyer: ' was changed' },
    ],
    [{ kind: 'state_set', by: 'admin', seller: null, facts: { from: 'pending', to: 'confirmed' } }, {}],
  ]
  const placed = await buyersWithOrder(expected.length)
  const orders = expected.map(([event, mails], index) => ({ ...(placed[index] as Placed), event, mails }))
  for (const { order_id, event } of orders) await happen(order_id, event)
  await letPass(...orders.map(({ order_id }) => order_id))
  for (const { order_id, buyer, event, mails } of orders) {
    const of = {
      buyer: await subjectsTo(buyer, order_id),
      seller: await subjectsTo(tea, order_id),
      admin: await subjectsTo(admin, order_id),
    }
    const what = `${event.kind} by ${event.by}`
    expect(
      of.buyer.filter((subject) => subject !== `Your order ${order_id}`),
      what,
    ).toEqual(mails.buyer ? [expect.stringContaining(mails.buyer)] : [])
    expect(
      of.seller.filter((subject) => !subject.startsWith('New order')),
      what,
    ).toEqual(mails.seller ? [expect.stringContaining(mails.seller)] : [])
    expect(of.admin, what).toEqual(mails.admin ? [expect.stringContaining(mails.admin)] : [])
    expect(await subjectsTo(lamps, order_id), what).toHaveLength(1)
  }
})

test.concurrent('the mail about a shipment has its tracking and contents, and the terms of the order', async () => {
  const { buyer, order_id } = await buyerWithOrder()
  await sql`update orders set terms_version = 2 where order_id = ${order_id}`.execute(market.db)
  await happen(order_id, { kind: 'sent', facts: { shipment_number: await ship(order_id) } })
  await letPass(order_id)
  const [mail] = await mailsTo(buyer, 'On its way')
  for (const part of ['DHL', 'JD0146', 'https://dhl.example/JD0146', 'Thu, Nov 26', '2 × Green Tea'])
    expect(mail?.text).toContain(part)
  expect(mail?.text).toContain(`The terms of your order\n${market.config.siteUrl}/terms/2`)
  expect(mail?.text).not.toContain('privacy')
  // The mail is optional, so it links to the settings.
  expect(mail?.text).toContain(`${market.config.siteUrl}/dashboard?tab=profile`)
  expect((await notificationsOf(buyer))[0]?.facts.tracking).toBe('DHL JD0146')
})

test.concurrent('several events within a minute are one mail, and undone ones are not mailed', async () => {
  const { buyer, order_id } = await buyerWithOrder()
  const [first, next] = [await ship(order_id), await ship(order_id, 'UPS')]
  await happen(
    order_id,
    { kind: 'sent', facts: { shipment_number: first } },
    { kind: 'voided', facts: { shipment_number: first } },
  )
  await letPass(order_id)
  expect(await mailsTo(buyer, 'On its way')).toEqual([])
  expect(await notificationsOf(buyer)).toEqual([])

  await happen(
    order_id,
    { kind: 'sent', facts: { shipment_number: next } },
    { kind: 'cancelled', facts: { units: 1, amount: '5.00', lines: [[2, 1]], reason: 'out_of_stock' } },
  )
  await letPass(order_id)
  const mails = (await mailsTo(buyer, order_id)).filter(({ subject }) => subject !== `Your order ${order_id}`)
  expect(mails.map(({ subject }) => subject)).toEqual([`Your order ${order_id} was changed`])
  for (const part of ['UPS', '1 × Black Tea', '$5.00', 'Out of stock']) expect(mails[0]?.text).toContain(part)
  expect(await notificationsOf(buyer)).toHaveLength(2)

  const next_id = await place(buyer)
  await happen(next_id, { kind: 'cancel_requested', by: 'buyer' })
  await letPass(next_id)
  const [mail, ...more] = await mailsTo(tea, next_id)
  expect([mail?.subject, more]).toEqual([expect.stringMatching(/^New order/), []])
  // Each event has its own title below.
  expect(mail?.html).toMatch(new RegExp(`<h1[^>]*>${next_id}-1: several changes<`))
})

test.concurrent('after a buyer’s cancellation the buyer reads “You asked”, and the seller “The buyer asked”', async () => {
  const { buyer, order_id } = await buyerWithOrder()
  await happen(order_id, { kind: 'cancelled', by: 'buyer', facts: { units: 1, reason: 'buyer_asked' } })
  await letPass(order_id)
  for (const [as, reason] of [
    [buyer, 'You asked for it'],
    [tea, 'The buyer asked for it'],
  ] as const) {
    const about = (await notificationsOf(as)).filter(({ facts }) => facts.order_id === order_id)
    expect(about.map((one) => notificationText(one).detail).filter(Boolean)).toEqual([reason])
  }
  const mail = (await mailsTo(buyer, order_id)).find(({ subject }) => subject.includes('cancelled'))
  expect(mail?.text).toContain('You asked for it')
})

test.concurrent('events younger than a minute wait, so that they can be undone', async () => {
  const [young, old] = (await buyersWithOrder(2)) as [Placed, Placed]
  await happen(young.order_id, { kind: 'sent', secondsAgo: 5 })
  await happen(old.order_id, { kind: 'sent' })
  await letPass(old.order_id)
  expect(await mailsTo(old.buyer, 'On its way')).toHaveLength(1)
  expect(await mailsTo(young.buyer, 'On its way')).toEqual([])
  // An event younger than ten seconds becomes a mail of its own. Set in the future, as the test may be slow.
  await sql`update order_events set created_at = now() + interval '20 seconds'
    where kind = 'sent' and order_number = ${Number(young.order_id.slice(3))}`.execute(market.db)
  await happen(young.order_id, { kind: 'delivered', facts: { by: 'seller' }, secondsAgo: 90 })
  await vi.waitFor(async () => expect(await mailsTo(young.buyer, 'Delivered')).toHaveLength(1), { timeout: 60_000 })
})

test.concurrent('unwanted mails are not sent, and accounts without an address get notifications only', async () => {
  const { buyer, order_id } = await buyerWithOrder()
  const body = { preferences: [{ kind: 'package_sent', wanted: false }] }
  await call(market, 'PUT', '/api/notification-preferences', { as: buyer, body })
  await happen(order_id, { kind: 'sent' }, { kind: 'cancelled', facts: { units: 1, reason: 'other' } })
  await letPass(order_id)
  const mails = (await mailsTo(buyer, order_id)).filter(({ subject }) => subject !== `Your order ${order_id}`)
  expect(mails.map(({ subject }) => subject)).toEqual([`Part of your order ${order_id} was cancelled`])
  expect((await notificationsOf(buyer)).map(({ kind }) => kind).toSorted()).toEqual(['package_sent', 'part_cancelled'])

  const guest = await buyerWithOrder()
  await sql`update users set email = null where id = ${guest.buyer.user_id}`.execute(market.db)
  await happen(guest.order_id, { kind: 'sent' })
  await letPass(guest.order_id)
  expect(await mailsTo(guest.buyer, 'On its way')).toEqual([])
  expect(await notificationsOf(guest.buyer)).toHaveLength(1)
})

test('the events of an order are one mail, even if they exceed the batch of one transaction', async () => {
  const [{ buyer, order_id }, other] = (await buyersWithOrder(2)) as [Placed, Placed]
  await happen(order_id, ...Array.from({ length: 130 }, () => ({ kind: 'sent' as const })))
  await happen(other.order_id, { kind: 'sent' })
  await letPass(order_id, other.order_id)
  expect(await mailsTo(buyer, 'On its way')).toHaveLength(1)
  expect(await mailsTo(other.buyer, 'On its way')).toHaveLength(1)
})

test('each event is mailed and notified once despite two processes, killed workers and repeated runs', async () => {
  const orders = await buyersWithOrder(6)
  // The job of either process waits for this lock in the middle of its work and is killed there, twice.
  await market.db.transaction().execute(async (tx) => {
    await sql`lock table notifications in access exclusive mode`.execute(tx)
    for (const { order_id } of orders) await happen(order_id, { kind: 'sent', secondsAgo: 120 })
    await killWaiting(market.db, '%insert into%notifications%', 2)
  })
  await letPass(...orders.map(({ order_id }) => order_id))
  for (const { buyer } of orders) {
    expect(await mailsTo(buyer, 'On its way')).toHaveLength(1)
    expect(await notificationsOf(buyer)).toHaveLength(1)
  }
  // An event that is announced again, as after a restore, is the same mail.
  const [{ order_id, buyer }] = orders as [(typeof orders)[number]]
  await sql`
    update order_events set announced = false
    where kind = 'sent' and order_number = (select order_number from orders where order_id = ${order_id})`.execute(
    market.db,
  )
  await letPass(order_id)
  expect(await mailsTo(buyer, 'On its way')).toHaveLength(1)
})

test.concurrent('events older than a day, as after a restore, are skipped, however many', async () => {
  const { buyer, order_id } = await buyerWithOrder()
  // More than one batch of skipped events.
  await sql`
    insert into order_events (order_number, seller_id, kind, by_role, facts, created_at)
    select order_number, ${tea.user_id}::uuid, 'sent', 'seller', '{}', now() - interval '25 hours'
    from orders, generate_series(1, 5100) where order_id = ${order_id}`.execute(market.db)
  await letPass(order_id)
  expect(await mailsTo(buyer, 'On its way')).toEqual([])
  expect(await notificationsOf(buyer)).toEqual([])
})
