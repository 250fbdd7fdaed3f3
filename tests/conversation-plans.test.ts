import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, inTransaction } from '../db/connect.ts'
import type { Db } from '../db/tables.ts'
import { lockDueSides } from '../server/trade/conversations/mail-queries.ts'
import { signUp, type TestAccount } from './support/accounts.ts'
import { call } from './support/api.ts'
import { ExplainPlugin, nodesOf } from './support/explain-plugin.ts'
import { buildProduct } from './support/products.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'
import { createTestDatabase } from './support/test-database.ts'

/** What is read by an index of these is read by it of a million, too: `PLAN_ROWS=1000000` shows it. */
const ORDERS = Number(process.env.PLAN_ROWS ?? 20_000)
const BIG_TABLES = [
  ...['conversations', 'conversation_messages', 'conversation_sides', 'orders', 'seller_orders'],
  ...['notifications', 'users', 'admin_actions'],
]

let market: TestApp
let explainer: ExplainPlugin
let plain: Db
let buyer: TestAccount
let seller: TestAccount

beforeAll(async () => {
  const database = await createTestDatabase()
  plain = connectDatabase(database.connection, { max: 1 })
  explainer = new ExplainPlugin(plain, { isPlanOnly: true })
  const watched = connectDatabase(database.connection, { max: 4 }).withPlugin(explainer)
  market = await createTestApp({ database, deps: { db: watched } })
  ;[buyer, seller] = [await signUp(market), await signUp(market, { role: 'seller' })]
  const other = await signUp(market, { role: 'seller' })
  for (const { user_id } of [seller, other]) await buildProduct({ db: plain }, { seller_id: user_id })
  await fill()
}, 180_000 + ORDERS)
afterAll(async () => {
  await market.deps.db.destroy()
  await plain.destroy()
  await market.close()
})

/** Conversations about all orders: one in ten is the buyer's, half of them the seller's; one in a hundred is unread. */
async function fill(): Promise<void> {
  const numbers = sql`generate_series(1, ${ORDERS}) number`
  const statements = [
    sql`set statement_timeout = 0`,
    sql`insert into users (email, created_at) select number || '@example.com', now() from generate_series(1, 1000) number`,
    sql`insert into orders (order_number, buyer_id, total_count, products_id, shipping_address, payment_method, created_at)
      select number, case when number % 10 = 0 then ${buyer.user_id}::uuid else id end, 1, '["PRD00001"]', '{}', 'paypal',
        now()
      from ${numbers} join users on email = (1 + number % 1000) || '@example.com'`,
    sql`insert into order_lines (order_number, line_number, product_number, product_name, unit_price, quantity)
      select number, 1, 1 + number / 10 % 2, 'Thing', 1, 1 from ${numbers}`,
    sql`insert into conversations (seller_id, order_number, number, messages)
      select seller_id, order_number, number, 2 from seller_orders`,
    sql`insert into conversation_messages (seller_id, order_number, number, message_id, by_role, by_user, text, created_at)
      select seller_id, order_number, place, gen_random_uuid(), case place when 1 then 'buyer' else 'seller' end,
        case place when 1 then buyer_id else seller_id end, 'Hello', now()
      from conversations join orders using (order_number), generate_series(1, 2) place order by order_number, place`,
    sql`insert into conversation_sides (seller_id, order_number, side, user_id, last_message, read_to, unread, mail_at)
      select seller_id, order_number, side, case side when 'buyer' then buyer_id else seller_id end, message_number,
        case when order_number % 100 = 0 then 0 else 2 end, case when order_number % 100 = 0 then 1 else 0 end,
        case when order_number % 100 = 0 then now() + interval '1 hour' end
      from conversation_messages join orders using (order_number), unnest(array['buyer', 'seller']) side
      where number = 2`,
    sql`insert into notifications (user_id, kind, facts, path, subject, created_at)
      select user_id, 'order_message', '{}', '/x', 'messages ' || order_number, now() from conversation_sides
      where unread > 0`,
    sql`vacuum analyze`,
  ]
  for (const statement of statements) await statement.execute(plain)
}

const OWN = '/api/orders/ORD00100/seller-orders/1/messages'
const message = () => ({ message_id: randomUUID(), text: 'Hello' })
const send = (method: 'GET' | 'POST', path: string, as: TestAccount, body?: object) =>
  call(market, method, path, { as, ...(body && { body }) })

/** Each with the index by which sides are found. */
const calls: [name: string, run: () => Promise<unknown>, ...indexes: string[]][] = [
  ['the list of a seller', () => send('GET', '/api/seller/conversations', seller), 'user'],
  ['a deep page of it', () => send('GET', '/api/seller/conversations?page=400', seller), 'user'],
  ['its unread ones', () => send('GET', '/api/seller/conversations?show=unread', seller), 'unread'],
  ['its search', () => send('GET', '/api/seller/conversations?q=ORD001', seller), 'order'],
  [
    'those of the shown orders',
    () => send('GET', '/api/seller/conversations?orders=ORD00100,ORD00101', seller),
    'order',
  ],
  ['the list of a buyer', () => send('GET', '/api/conversations', buyer), 'user'],
  ['a conversation', () => send('GET', OWN, buyer), 'pkey'],
  ['writing', () => send('POST', OWN, buyer, message())],
  ['marking as read', () => send('POST', `${OWN}/read`, buyer, { up_to: 2 }), 'pkey'],
]

test.each(calls)('%s is read by indexes', async (_, run, ...indexes) => {
  explainer.clear()
  expect(await run()).toMatchObject({ status: 200 })
  await expectIndexes(...indexes)
})

test('what is to be mailed is found by an index', async () => {
  explainer.clear()
  await inTransaction(market.deps.db, (tx) => lockDueSides(tx, new Date(), 20))
  await expectIndexes('mail')
})

async function expectIndexes(...ofSides: string[]): Promise<void> {
  await explainer.explain()
  const nodes = explainer.plans.flatMap(({ query, root }) => nodesOf(root).map((node) => ({ query, ...node })))
  for (const { query, 'Relation Name': table = '', 'Node Type': type } of nodes)
    if (BIG_TABLES.includes(table)) expect(type, `${query}: ${table}`).not.toBe('Seq Scan')
  const used = nodes.flatMap(
    ({ 'Index Name': name = '' }) => /^conversation_sides_(\w+?)(?:_idx)?$/.exec(name)?.[1] ?? [],
  )
  expect([...new Set(used)]).toEqual(ofSides)
}
