import { sql } from 'kysely'
import type { Db, Tx } from '../../db/tables.ts'
import { MAX_MATCHES } from '../../shared/admin/constants.ts'
import type { AdminProduct } from '../../shared/admin/schema.ts'
import { contains, containsByIndex, hasTrigrams, ROWS_TRIED } from '../platform/contains-queries.ts'
import type { PageRange } from '../platform/page-range.ts'

interface Row extends Omit<AdminProduct, 'product_price'> {
  product_number: number
  product_price: string
}

const COLUMNS = sql`product_number, product_id, product_name, product_price, seller_id, flash_sale`

/** A page of the products in the shop, by number. */
export async function listProducts(db: Db, { offset, limit, fromEnd }: PageRange): Promise<AdminProduct[]> {
  const direction = fromEnd ? sql`desc` : sql`asc`
  const { rows } = await sql<Row>`
    select ${COLUMNS}
    from (
      select product_number from products where deleted_at is null
      order by product_number ${direction} offset ${offset} limit ${limit}
    ) page
    join products using (product_number) order by product_number`.execute(db)
  return rows.map(toProduct)
}

/**
 * A page of the products in the shop whose name contains the text, by number, and how many there are, up to the most
 * that are counted. Beyond it matches are so common that walking the list soon meets a page of them.
 */
export async function listMatchingProducts(
  db: Db,
  text: string,
  page: { offset: number; limit: number },
): Promise<{ total: number; total_is_exact: boolean; products: AdminProduct[] }> {
  const matches = await countMatches(db, text, page)
  if (matches) {
    return { total: matches.total, total_is_exact: true, products: await listByNumbers(db, matches.numbers) }
  }
  const products = page.offset < MAX_MATCHES ? await walkToMatches(db, text, page) : []
  return { total: MAX_MATCHES, total_is_exact: false, products }
}

/** How many matches there are, and the numbers of a page of them; undefined when there are more than are counted. */
async function countMatches(
  db: Db,
  text: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; numbers: number[] } | undefined> {
  if (!hasTrigrams(text) && (await countAtBeginning(db, text)) > MAX_MATCHES) return undefined
  const { rows } = await sql<{ total: number; numbers: number[] }>`
    with matches as materialized (
      select product_number from product_listings
      where category = 'All' and ${containsByIndex(sql`search_name`, text)}
      limit ${MAX_MATCHES + 1}
    )
    select (select count(*) from matches) as total,
      array(select product_number from matches order by 1 offset ${offset} limit ${limit}) as numbers`.execute(db)
  const [matches] = rows
  return matches && matches.total <= MAX_MATCHES ? matches : undefined
}

async function countAtBeginning(db: Db, text: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select search_name from product_listings where category = 'All'
      order by search_name, product_number limit ${ROWS_TRIED}
    ) beginning where ${contains(sql`search_name`, text)}`.execute(db)
  return rows[0]?.total ?? 0
}

async function walkToMatches(
  db: Db,
  text: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<AdminProduct[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS}
    from products where deleted_at is null and ${contains(sql`search_name`, text)}
    order by product_number offset ${offset} limit ${limit}`.execute(db)
  return rows.map(toProduct)
}

async function listByNumbers(db: Db, numbers: number[]): Promise<AdminProduct[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS}
    from products where product_number = any(${numbers}::bigint[]) order by product_number`.execute(db)
  return rows.map(toProduct)
}

/** The next products in the shop behind a number whose name contains the text (`''`: every name), by number. */
export async function listProductsAfter(
  db: Db,
  { text, after, limit }: { text: string; after: number; limit: number },
): Promise<(AdminProduct & { product_number: number })[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS}
    from products
    where deleted_at is null and product_number > ${after} and ${contains(sql`search_name`, text)}
    order by product_number limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...toProduct(row), product_number: row.product_number }))
}

/** A product in the shop. */
export async function findAdminProduct(tx: Tx, productId: string): Promise<AdminProduct | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS}
    from products where product_id = ${productId} and deleted_at is null`.execute(tx)
  return rows[0] && toProduct(rows[0])
}

/** Sets the flash sale of those products in the shop that have the other one; answers their ids, by number. */
export async function setFlashSale(
  tx: Tx,
  productIds: string[],
  { flash_sale, now }: { flash_sale: boolean; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    with changed as (
      update products set flash_sale = ${flash_sale}, updated_at = ${now}
      where product_number = any(${lockInOrder(productIds)}) and deleted_at is null and flash_sale <> ${flash_sale}
      returning product_number, product_id
    )
    select product_id from changed order by product_number`.execute(tx)
  return rows.map(({ product_id }) => product_id)
}

/** Takes products out of the shop; answers the ids of those that were in it, by number. */
export async function hideProducts(tx: Tx, productIds: string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    with changed as (
      update products set deleted_at = ${now}, updated_at = ${now}
      where product_number = any(${lockInOrder(productIds)}) and deleted_at is null
      returning product_number, product_id
    )
    select product_id from changed order by product_number`.execute(tx)
  return rows.map(({ product_id }) => product_id)
}

/**
 * Puts products back that this admin took out of the shop since `since` and nobody since; answers their ids, by number.
 */
export async function showProducts(
  tx: Tx,
  productIds: string[],
  by: { admin_id: string; since: Date; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    with changed as (
      update products set deleted_at = null, updated_at = ${by.now}
      where product_number = any(${lockInOrder(productIds, DELETED)}) and ${DELETED} and deleted_at >= ${by.since}
        and exists (
          select from admin_actions
          where target = product_id and action = 'delete_product' and admin_id = ${by.admin_id}
            and admin_actions.created_at = deleted_at
        )
      returning product_number, product_id
    )
    select product_id from changed order by product_number`.execute(tx)
  return rows.map(({ product_id }) => product_id)
}

/**
 * Those that a suspension leaves alone. What returns looks at its seller, whom a suspension holds while it comes to the
 * others: holding one of those, too, would be a ring.
 */
const DELETED = sql<boolean>`deleted_at is not null and not hidden_with_seller`

/** Locks the products in the order of their numbers, as orders do: nobody waits for another in a ring. */
function lockInOrder(productIds: string[], which = sql<boolean>`true`) {
  return sql<number[]>`array(
    select product_number from products where product_id = any(${productIds}::text[]) and ${which}
    order by product_number for no key update
  )`
}

function toProduct({ product_id, product_name, product_price, seller_id, flash_sale }: Row): AdminProduct {
  return { product_id, product_name, product_price: Number(product_price), seller_id, flash_sale }
}
