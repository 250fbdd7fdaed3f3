import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { connectDatabase } from '../../db/connect.ts'
import type { Db } from '../../db/tables.ts'
import { CATEGORY_SLUGS } from '../../shared/catalog/standard-categories.ts'
import { makeAdmin, signUp, type TestAccount } from '../support/accounts.ts'
import { checkout } from '../support/api.ts'
import { ExplainPlugin } from '../support/explain-plugin.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'
import { createTestDatabase } from '../support/test-database.ts'

/**
 * The number of products, of orders and of users. A read by an index also scales to a million: `PLAN_ROWS=1000000` shows it.
 */
export const ROWS = Number(process.env.PLAN_ROWS ?? 30_000)
/** The rows of tables that are only read by an index, whose number does not matter. */
const FEWER = 10_000
/** The number of due rows of each kind; the others are done. */
export const DUE = 100
/** The number of sold-out products, which are the first ones. */
export const SOLD_OUT = 20
/** The time at which the jobs run. For the server it is earlier, so that its own jobs find nothing to do. */
export const JOBS_AT = new Date('2020-06-01T12:00:00Z')
const SERVER_AT = new Date('2020-01-01T12:00:00Z')

export interface BigMarketplace {
  /** Runs statements without explaining them. */
  plain: Db
  watched: Db
  explainer: ExplainPlugin
  /** The buyer of one order in ten, the seller of half of the orders and of one product in twenty, and an admin. */
  buyer: TestAccount
  seller: TestAccount
  admin: TestAccount
  /** Starts the server; `routes` are the addresses of the shop. */
  open(): Promise<TestApp & { routes: string[] }>
  close(): Promise<void>
}

/** Creates a marketplace with many rows of every kind, without starting a server. */
export async function fillMarketplace(): Promise<BigMarketplace> {
  const database = await createTestDatabase()
  const { connection } = database
  const kept = { connection, drop: async () => {} }
  const plain = connectDatabase(connection, { max: 1 })
  const explainer = new ExplainPlugin(plain)
  const watched = connectDatabase(connection, { max: 4 }).withPlugin(explainer)
  const before = await createTestApp({ database: kept })
  const [buyer, admin] = [await signUp(before), await makeAdmin(before)]
  const [seller, other] = [await signUp(before, { role: 'seller' }), await signUp(before, { role: 'seller' })]
  await before.close()
  const ids = { buyer: buyer.user_id, admin: admin.user_id, seller: seller.user_id, other: other.user_id }
  await inBulk(plain, async () => {
    for (const fill of [fillShop, fillOrders, fillPayments, fillConversations])
      for (const statement of fill(ids)) await statement.execute(plain)
  })
  await sql`vacuum analyze`.execute(plain)
  let app: TestApp | undefined
  const open = async () => {
    const routes: string[] = []
    const install = async (server: FastifyInstance) => {
      server.addHook('onRoute', ({ method, url }) => {
        if (method === 'GET' && /^\/api\/(products|categories|search)/.test(url)) routes.push(url)
      })
    }
    const { secrets } = before.deps
    app = await createTestApp({ database: kept, deps: { db: watched, clock: () => SERVER_AT, secrets, install } })
    return { ...app, routes }
  }
  const close = async () => {
    await app?.close()
    await watched.destroy()
    await plain.destroy()
    explainer.close()
    await database.drop()
  }
  return { plain, watched, explainer, buyer, seller, admin, open, close }
}

/** Triggers whose work the last statements of `fillShop` and `fillOrders` do in bulk: row by row it takes minutes. */
const DERIVING = [
  ...['products', 'product_ratings', 'stock', 'orders'].map((table) => [table, 'user']),
  ['order_lines', 'order_lines_figures'],
]

/** Fills tables without triggers that derive rows one by one, and builds costly indexes afterwards. */
async function inBulk(db: Db, fill: () => Promise<void>): Promise<void> {
  await sql`select set_config(name, value, false) from (values
    ('statement_timeout', '0'), ('synchronous_commit', 'off'), ('maintenance_work_mem', '256MB')
  ) setting (name, value)`.execute(db)
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = any(array['users', 'product_search']::regclass[])
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db)
  const setTriggers = async (state: string) => {
    for (const [table, trigger] of DERIVING)
      await sql.raw(`alter table ${table} ${state} trigger ${trigger}`).execute(db)
  }
  await setTriggers('disable')
  for (const { name } of indexes) await sql.raw(`drop index ${name}`).execute(db)
  await fill()
  for (const { definition } of indexes) await sql.raw(definition).execute(db)
  await setTriggers('enable')
}

type Ids = Record<'buyer' | 'admin' | 'seller' | 'other', string>
type Fill = (ids: Ids) => RawBuilder<unknown>[]

const NUMBERS = sql`generate_series(1, ${sql.lit(ROWS)}) number`
const FEWER_NUMBERS = sql`generate_series(1, ${sql.lit(FEWER)}) number`
const LAST_DONE = ROWS - DUE

/** Users, products, stock, carts and checkouts. */
const fillShop: Fill = ({ seller, other }) => [
  sql`insert into users (email, user_metadata, created_at)
    select number || '@example.com', jsonb_build_object('display_name', 'Person ' || number), now() - number * interval '1 s'
    from ${NUMBERS}`,
  sql`select setval('product_numbers', ${ROWS}), setval('order_numbers', ${ROWS})`,
  sql`insert into products (product_number, seller_id, product_name, product_price, featured_image, product_desc,
      product_category, flash_sale, total_sales)
    select number, case when number % 20 = 0 then ${seller}::uuid else ${other}::uuid end,
      case number when 1 then 'Zzyzx zebra rare' else (array['Bright','Quiet','Heavy','Light','Small'])[1 + number % 5] || ' ' ||
        (array['lamp','sofa','drill','robot','speaker','jacket','console'])[1 + number % 7] || ' ' || number end,
      round((5 + number * 7919 % 30000 / 100.0)::numeric, 2), '/x', '<p>x</p>',
      case when number % 6 = 0 then array[${CATEGORY_SLUGS[7]}, ${CATEGORY_SLUGS[8]}, 'toys']
        when number % 3 = 0 then array[${CATEGORY_SLUGS[7]}, ${CATEGORY_SLUGS[8]}] else array[(${[...CATEGORY_SLUGS]}::text[])[1 + number % 15]] end, number % 200 = 0, number % 77
    from ${NUMBERS}`,
  // Most are rated with three stars or more, except the first by name; few with four or more.
  sql`insert into product_ratings (product_number, stars_3, stars_4)
    select product_number, (number % 20 > 0)::integer, 1 from (
      select product_number, row_number() over (order by search_name) as number from products
    ) named where number > ${ROWS * 0.3}`,
  sql`update products set product_name = 'Bright renamed' where product_number = 2`,
  sql`insert into stock (product_number, on_hand, counted_since) select number, (number - 1) / 20 % 20, now() from ${NUMBERS}`,
  sql`insert into product_search select * from searchable_products order by product_number`,
  sql`insert into stock_movements (product_number, change, on_hand_after, reason, created_at)
    select number, 1 + number % 20, 1 + number % 20, 'counted', now() from ${FEWER_NUMBERS}`,
  // Many buyers wait for sold-out products, and some for two products that are back.
  sql`insert into stock_alerts (user_id, product_number, created_at)
    select id, number, '2020-01-01' from generate_series(1, ${SOLD_OUT}::int) number,
      (select id from users limit ${ROWS / 3 / SOLD_OUT}) waiting`,
  sql`insert into stock_alerts (user_id, product_number, created_at)
    select id, number, '2020-01-01' from generate_series(500, 501) number, (select id from users limit ${DUE / 2}) waiting`,
  sql`insert into checkouts (buyer_id, checkout_state, shipping_address, payment_method, total_count, expires_at, created_at, ended_at)
    select id, 'expired', '{}', 'paypal', 9.99, now() - number * interval '1 minute', now(), now() - number * interval '1 minute'
    from ${FEWER_NUMBERS} join users on email = number || '@example.com'`,
  sql`insert into checkout_lines (checkout_id, line_number, product_number, seller_id, product_name, unit_price, quantity, amount)
    select checkout_id, 1, product_number, seller_id, 'lamp', 9.99, 1, 9.99
    from (select checkout_id, row_number() over () as product_number from checkouts) numbered join products using (product_number)`,
  sql`insert into carts (user_id, updated_at)
    select id, now() from ${FEWER_NUMBERS} join users on email = number || '@example.com'`,
  sql`insert into cart_lines (user_id, product_number, quantity, created_at)
    select id, number, 1, now() from ${FEWER_NUMBERS} join users on email = number || '@example.com'`,
]

/** Orders with their shipments: few of the newest and most of the oldest are delivered. */
const fillOrders: Fill = ({ buyer, admin }) => [
  sql`insert into orders (order_number, buyer_id, total_count, products_id, shipping_address, payment_method, order_state, created_at)
    select number,
      case number % 10 when 0 then ${buyer}::uuid when 5 then users.id else ${admin}::uuid end,
      number % 1000, '["PRD00001"]', ${JSON.stringify(checkout.shipping_address)}, 'paypal',
      case when number < 100 then 'returned' when number < ${ROWS - 3_000} then 'delivered' else 'pending' end,
      now() - (${ROWS} - number) * interval '1 min'
    from ${NUMBERS} left join users on email = 1 + number / 10 || '@example.com' and number % 10 = 5 order by number`,
  sql`insert into order_lines (order_number, line_number, product_number, seller_id, product_name, unit_price, quantity, amount)
    select number, 1, product_number, seller_id, 'Thing', 1, 1, 1
    from ${NUMBERS} join products on product_number =
      case when number % 4 > 1 then 1 + number / 4 % ${ROWS / 20} * 20 when number % 8 < 4 then 20
        else 20 + number / 8 % ${ROWS / 20} * 20 end`,
  // Most of the oldest are accepted, and for most of those that are late or due tomorrow the reminder was sent.
  sql`update seller_orders set
      ship_by = (array['2020-05-28', '2020-06-02', '2019-01-01'])[1 + order_number % 3]::date,
      reminded = case when order_number > ${LAST_DONE} then 0 else 2 - (order_number % 3 = 1)::integer end,
      state = case
        when order_number > ${LAST_DONE} or (order_number / 4 % 4 = 0 and order_number % 3 < 2) then 'pending'
        else (array['confirmed', 'confirmed', 'shipped', 'delivered'])[1 + order_number / 4 % 4] end`,
  sql`insert into shipments (order_number, seller_id, state, carrier, sent_at, missing_at, request_id)
    select order_number, seller_id, 'sent', 'DHL', now(), case when order_number % 200 < 10 then now() end,
      gen_random_uuid()
    from seller_orders where state = 'shipped'`,
  sql`insert into shipment_lines (shipment_number, order_number, line_number, quantity)
    select shipment_number, order_number, 1, 1 from shipments`,
  sql`select rebuild_figures()`,
  sql`update order_events set announced = true, mail_due = false`,
  sql`insert into admin_actions (admin_id, action, target, from_value, to_value, created_at)
    select ${admin}, 'order_state', numbered_id('ORD', number), 'pending', 'confirmed', now() from ${NUMBERS}`,
]

/** Bank transfers, and payment events, ten of which have an order. */
const fillPayments: Fill = ({ buyer }) => {
  const firstPaid = ROWS - 9
  return [
    sql`insert into payments (buyer_id, provider, sandbox, payment_method, payment_state, amount, order_number, created_at, pay_by, reminded_at)
      select ${buyer}, 'offline', false, 'bank_transfer', 'awaiting_transfer', 1, number, '2020-05-01',
        timestamptz '2020-06-02' + number * interval '1 s', case when number <= ${LAST_DONE} then now() end
      from ${NUMBERS} where number between ${LAST_DONE - 4 * DUE} and ${firstPaid - 1}`,
    sql`insert into payment_events (provider, sandbox, event_id, event_type, object_ref, content, received_at, to_queue_at)
      select 'stripe', false, 'evt_' || number, 'payment_intent.created', 'pi_' || number, '', ${JOBS_AT},
        ${JOBS_AT}::timestamptz - interval '1 day' + number * interval '1 s'
      from ${FEWER_NUMBERS}`,
    sql`insert into payments (buyer_id, provider, sandbox, provider_ref, payment_method, payment_state, amount, order_number, created_at)
      select ${buyer}, 'stripe', false, 'pi_' || number, 'paypal', case when number > 10 then 'processing' else 'paid' end, 1,
        case when number <= 10 then ${firstPaid}::int - 1 + number end, now()
      from ${FEWER_NUMBERS}`,
  ]
}

/** Conversations about all orders, with one message each; one in a hundred is unread. */
const fillConversations: Fill = () => [
  sql`insert into conversations (seller_id, order_number, number, messages)
    select seller_id, order_number, number, 1 from seller_orders`,
  sql`insert into conversation_messages (seller_id, order_number, number, message_id, by_role, by_user, text, created_at)
    select seller_id, order_number, 1, gen_random_uuid(), 'buyer', buyer_id, 'Hello', now()
    from conversations join orders using (order_number) order by order_number`,
  sql`insert into conversation_sides (seller_id, order_number, side, user_id, last_message, read_to, unread, mail_at)
    select seller_id, order_number, side, case side when 'buyer' then buyer_id else seller_id end, message_number,
      case when order_number % 100 = 0 then 0 else 1 end, case when order_number % 100 = 0 then 1 else 0 end,
      case when order_number % 100 = 0 then now() + interval '1 hour' end
    from conversation_messages join orders using (order_number), unnest(array['buyer', 'seller']) side`,
  sql`insert into notifications (user_id, kind, facts, path, subject, created_at)
    select user_id, 'order_message', '{}', '/x', 'messages ' || order_number, now() from conversation_sides
    where unread > 0`,
]
