import { sql } from 'kysely'
import { type Connection, connectDatabase } from '../../db/connect.ts'

/** Cart and order tables without constraints and triggers. */
const CREATE_LIMIT_TABLES = `
  drop schema if exists bench_limit cascade;
  create schema bench_limit;
  create table bench_limit.cart_lines (
    user_id uuid, product_number bigint, quantity integer not null, primary key (user_id, product_number)
  );
  create table bench_limit.orders (
    order_number bigint primary key generated always as identity, buyer_id uuid not null, total_count numeric(15, 2) not null,
    products_id jsonb not null, shipping_address jsonb not null, payment_method text not null,
    created_at timestamptz not null
  );
  create table bench_limit.order_lines (
    order_number bigint, line_number smallint, product_number bigint not null, product_name text not null,
    unit_price numeric(9, 2) not null, quantity integer not null, primary key (order_number, line_number)
  )`

const CARD = `product_id, product_name, product_price::float8, featured_image, product_category, flash_sale, total_sales`

/** A page of a category with its count: `$1` is the category, `$2` the offset. */
export const READ_CATEGORY = `
  select ${CARD}, (
    select count(*) from product_search where categories[1] = $1
  ) + (
    select count(*) from product_search where categories[2] = $1
  ) + (
    select count(*) from product_search where categories[3] = $1
  ) as total
  from (
    select product_number, name from product_search where categories[1] = $1 order by name, product_number offset $2 limit 5
  ) page join products using (product_number) order by name, product_number`

/** One product: `$1` is its id. */
export const READ_PRODUCT = `
  select ${CARD}, other_images, product_desc, seller_id from products where product_id = $1 and visibility = 'visible'`

/** Ten products by name, with a count that stops at 1,000: `$1` is the pattern, `$2` the offset. */
export const SEARCH = `
  with found as materialized (
    select product_number, name from product_search where letters like $1 order by name, product_number limit 1001
  )
  select ${CARD}, (select count(*) from found) as total
  from (select product_number from found order by name, product_number offset $2 limit 10) page
  join products using (product_number) order by products.search_name, product_number`

/** Adds to a cart and returns it: `$1` is the buyer, `$2` the product's id, `$3` the quantity. */
export const ADD_TO_CART = `
  with added as (
    insert into bench_limit.cart_lines as line
    select $1, product_number, $3 from products where product_id = $2 and visibility = 'visible'
    on conflict (user_id, product_number) do update set quantity = line.quantity + excluded.quantity
    returning product_number, quantity
  )
  select product_id, quantity from (
    select product_number, quantity from added union all
    select product_number, quantity from bench_limit.cart_lines
    where user_id = $1 and product_number not in (select product_number from added)
  ) cart join products using (product_number)`

/** Orders a cart: `$1` is the buyer, `$2` the address, `$3` the payment method. */
export const PLACE_ORDER = `
  with taken as (
    delete from bench_limit.cart_lines where user_id = $1 returning product_number, quantity
  ), lines as (
    select row_number() over (order by product_number) as line_number, product_number, product_id, product_name,
      product_price, quantity, featured_image
    from taken join products using (product_number)
  ), placed as (
    insert into bench_limit.orders (buyer_id, total_count, products_id, shipping_address, payment_method, created_at)
    select $1, (select sum(product_price * quantity) from lines),
      (select jsonb_agg(product_id) from lines), $2::jsonb, $3, now()
    returning *
  ), placed_lines as (
    insert into bench_limit.order_lines
    select order_number, line_number, product_number, product_name, product_price, quantity from lines, placed
  )
  select placed.*, (select jsonb_agg(lines) from lines) as lines from placed`

/** Creates the empty tables of the SQL limit server. */
export async function createLimitTables(connection: Connection): Promise<void> {
  const db = connectDatabase(connection, { max: 1 })
  await sql.raw(CREATE_LIMIT_TABLES).execute(db)
  await db.destroy()
}

/** Drops the tables of the SQL limit server. */
export async function dropLimitTables(connection: Connection): Promise<void> {
  const db = connectDatabase(connection, { max: 1 })
  await sql`drop schema if exists bench_limit cascade`.execute(db)
  await db.destroy()
}
