import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { advisoryLocks } from '../../db/advisory-locks.ts'
import { LISTENER_NAME } from '../../db/connect.ts'
import type { OrderChunk, Plan } from './rows.ts'

/** A load in progress, stored in the table `demo_load` until it ends. */
export interface Load {
  plan: Plan
  /** Indexes of the steps that are done. */
  stepsDone: number[]
  /** Statements that recreate what the load has dropped. */
  rebuild: string[]
}

/** Locks the database against other loads until the session ends. */
export async function lockFilling(client: pg.Client): Promise<void> {
  await client.query('set lock_timeout = 0')
  await client.query('select pg_advisory_lock($1)', [advisoryLocks.filling])
}

/** Bulk-write settings: a lost commit is repeated, as each step is recorded in its own transaction. */
export async function allowBulkWrites(client: pg.Client): Promise<void> {
  await client.query(
    `set lock_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '256MB'; set work_mem = '64MB'`,
  )
}

export async function isServed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ served: boolean }>(
    `select exists (
      select from pg_stat_activity where application_name = $1 and datname = current_database()) as served`,
    [LISTENER_NAME],
  )
  return rows[0]?.served ?? false
}

export async function findLoad(client: pg.Client): Promise<Load | undefined> {
  const { rows } = await client.query<{ unfinished: boolean }>(
    `select to_regclass('demo_load') is not null as unfinished`,
  )
  if (!rows[0]?.unfinished) return undefined
  const found = await client.query<Load>('select plan, steps_done as "stepsDone", rebuild from demo_load')
  return found.rows[0]
}

/** Begins a load: reserves its numbers, and drops what would slow it down. */
export async function beginLoad(
  client: pg.Client,
  plan: Omit<Plan, 'seed' | 'lastProduct' | 'lastOrder'>,
): Promise<void> {
  await inClientTransaction(client, async () => {
    await client.query(`
      create table demo_load (plan jsonb not null, steps_done integer[] not null default '{}', rebuild text[] not null)`)
    await client.query(
      `with last as (
        select product.last_value - (not product.is_called)::int as product,
          "order".last_value - (not "order".is_called)::int as "order"
        from product_numbers product, order_numbers "order"
      )
      insert into demo_load (plan, rebuild)
      select $1::jsonb || jsonb_build_object(
        'lastProduct', product, 'lastOrder', "order", 'seed', (product * 31 + "order") % 1000000000), '{}'
      from last`,
      [plan],
    )
    // Restarting a sequence is transactional.
    await client.query('alter sequence product_numbers restart')
    await client.query('alter sequence order_numbers restart')
    await client.query(`
      select setval('product_numbers', (plan->>'lastProduct')::bigint + (plan->>'products')::bigint + 1, false),
        setval('order_numbers', (plan->>'lastOrder')::bigint + (plan->>'orders')::bigint + 1, false)
      from demo_load`)
    await client.query(DROP_SLOW_OBJECTS)
  })
}

/** Indexes, figures and foreign keys are faster to build in bulk at the end. */
const DROP_SLOW_OBJECTS = `do $$
declare
  filled regclass[] := array['users', 'identities', 'products', 'product_search', 'orders', 'order_lines',
    'seller_orders', 'order_events']::regclass[];
  counted regclass[] := array['products', 'orders', 'seller_orders', 'order_lines']::regclass[];
  made record;
  indexes text[] := '{}';
  keys text[] := '{}';
  triggers text[] := '{}';
begin
  for made in
    select conrelid::regclass as on_table, conname, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid = any(filled) order by oid
  loop
    keys := keys || format('alter table %s add constraint %I %s', made.on_table, made.conname, made.definition);
    execute format('alter table %s drop constraint %I', made.on_table, made.conname);
  end loop;
  for made in
    select conrelid::regclass as on_table, conname, pg_get_constraintdef(oid) as definition
    from pg_constraint own where contype in ('p', 'u') and conrelid = any(filled)
      -- Tables that are not filled refer to some of them.
      and not exists (select from pg_constraint other where other.contype = 'f' and other.conindid = own.conindid)
    order by oid
  loop
    indexes := indexes || format('alter table %s add constraint %I %s', made.on_table, made.conname, made.definition);
    execute format('alter table %s drop constraint %I', made.on_table, made.conname);
  end loop;
  for made in
    select indexrelid::regclass as index_name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = any(filled)
      -- Nor does a foreign key of a table that is not filled need it.
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by indexrelid
  loop
    indexes := indexes || made.definition;
    execute format('drop index %s', made.index_name);
  end loop;
  for made in select unnest(counted) as on_table loop
    triggers := triggers || format('alter table %s enable trigger user', made.on_table);
    execute format('alter table %s disable trigger user', made.on_table);
  end loop;
  update demo_load set rebuild = indexes || keys || triggers;
end $$`

export async function runStep(client: pg.Client, index: number, step: () => Promise<unknown>): Promise<void> {
  await inClientTransaction(client, async () => {
    await step()
    await client.query('update demo_load set steps_done = array_append(steps_done, $1)', [index])
  })
}

async function inClientTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    // Fails with a lost connection, whose transaction is gone as well.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

export async function rebuildOne(client: pg.Client, index: number): Promise<void> {
  await client.query(`select set_config('openstall.rebuild', $1, true)`, [index + 1])
  await client.query(`do $$ begin
    execute (select rebuild[current_setting('openstall.rebuild')::integer] from demo_load);
  end $$`)
}

/** Updates statistics and visibility maps, as autovacuum would some minutes later. */
export async function updateStatistics(client: pg.Client, other: pg.Client): Promise<void> {
  await Promise.all([
    client.query('vacuum (analyze) products, product_search'),
    other.query(`vacuum (analyze) users, identities, orders, order_lines, seller_orders, order_events, day_sums, product_sums,
      figure_changes`),
  ])
}

export async function endLoad(client: pg.Client): Promise<void> {
  await client.query('drop table demo_load')
}

/** Inserts confirmed accounts with email identities. */
export async function copyUsers(client: pg.Client, lines: Iterable<string>): Promise<void> {
  await client.query(`create temp table staged_users
    (id uuid, email text, role text, user_metadata jsonb, created_at timestamptz) on commit drop`)
  await copy(client, copyFrom('copy staged_users from stdin'), lines)
  await client.query(`
    insert into users (id, email, role, user_metadata, email_confirmed_at, created_at, updated_at)
    select id, email, role, user_metadata, created_at, created_at, created_at from staged_users`)
  await client.query(`
    insert into identities (user_id, provider, provider_id, identity_data, created_at, updated_at)
    select id, 'email', id::text,
      user_metadata || jsonb_build_object('sub', id, 'email', email, 'email_verified', false, 'phone_verified', false),
      created_at, created_at
    from staged_users`)
}

/** Inserts orders and lines; generates each chunk while PostgreSQL writes the one before. */
export async function copyOrders(client: pg.Client, chunks: Iterable<OrderChunk>): Promise<void> {
  const lines: string[] = []
  const orders = function* () {
    for (const chunk of chunks) {
      lines.push(chunk.lines)
      yield chunk.orders
    }
  }
  const intoOrders = copyFrom(`copy orders (order_number, buyer_id, order_state, total_count, products_id,
    shipping_address, payment_method, created_at) from stdin`)
  await copy(client, intoOrders, orders())
  const intoLines = copyFrom(`copy order_lines (order_number, line_number, product_number, seller_id, product_name,
    unit_price, quantity, amount, cancelled, sent, returned_units) from stdin`)
  await copy(client, intoLines, lines)
}

/** Inserts visible products and their search entries. */
export async function copyProducts(
  client: pg.Client,
  lines: Iterable<string>,
  numbers: { first: number; last: number },
): Promise<void> {
  const into = copyFrom(`copy products (product_number, seller_id, product_name, product_price, featured_image,
    other_images, product_desc, product_category, total_sales, flash_sale, created_at, updated_at) from stdin`)
  await copy(client, into, lines)
  await client.query(
    `insert into product_search select * from searchable_products where product_number between $1 and $2`,
    [numbers.first, numbers.last],
  )
}

export async function readUnitsSold(client: pg.Client, { lastOrder }: Plan): Promise<Map<number, number>> {
  const { rows } = await client.query<{ product_number: string; units: string }>(
    `select product_number, sum(quantity) as units from order_lines where order_number > $1 group by 1`,
    [lastOrder],
  )
  return new Map(rows.map(({ product_number, units }) => [Number(product_number), Number(units)]))
}

/** Statements that add what triggers would have added for the load's orders. */
export const FIGURES = [
  (client: pg.Client, { lastOrder }: Plan) =>
    client.query(
      `insert into seller_orders (seller_id, order_number, number, state, goods, cancelled_goods, returned_goods, ship_by, confirmed_at, ended_at, sold_by)
      select seller_id, order_number, row_number() over (partition by order_number order by min(line_number)),
        order_state, sum(amount), sum(amount_of_units(amount, quantity, cancelled)),
        sum(amount_of_units(amount, quantity, returned_units)),
        working_day_after(market_day(orders.created_at), 3),
        case when order_state not in ('pending', 'cancelled') then orders.created_at end,
        case when order_state not in ('pending', 'confirmed') then orders.created_at end,
        (select declared_by(page) from seller_pages page where page.seller_id = order_lines.seller_id)
      from order_lines join orders using (order_number)
      where order_number > $1 group by seller_id, order_number, order_state, orders.created_at`,
      [lastOrder],
    ),
  (client: pg.Client, { lastOrder }: Plan) =>
    client.query(
      `insert into order_events (order_number, seller_id, kind, by_role, announced, created_at)
      select order_number, seller_id, 'placed', 'buyer', true, created_at
      from seller_orders join orders using (order_number) where order_number > $1 order by order_number, number`,
      [lastOrder],
    ),
  (client: pg.Client) => client.query('select rebuild_figures()'),
]

async function copy(client: pg.Client, into: ReturnType<typeof copyFrom>, lines: Iterable<string>): Promise<void> {
  // An alias, as the linter mistakes the stream for SQL that is not constant.
  const loading = client
  await pipeline(Readable.from(lines), loading.query(into))
}
