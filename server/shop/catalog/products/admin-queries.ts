import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../../db/tables.ts'
import type { AdminProductSort } from '../../../../shared/catalog/desk-constants.ts'
import type { AdminProduct } from '../../../../shared/catalog/schema.ts'
import { MAX_MATCHES } from '../../../../shared/kernel/list-constants.ts'
import { accountContains } from '../../../people/accounts/admin-queries.ts'
import { wasActedOn } from '../../../people/audit/queries.ts'
import { columnList } from '../../../platform/data/columns.ts'
import {
  containsFolded,
  containsFoldedByIndex,
  hasTrigrams,
  ROWS_SCANNED,
} from '../../../platform/data/condition-queries.ts'
import { readMatches } from '../../../platform/data/match-queries.ts'
import type { SortedPage, Sorting } from '../../../platform/data/paging.ts'
import { ownStock } from '../../stock/queries.ts'
import type { ListedProduct } from './catalog-changes.ts'
import { IS_PRESENT, shownUnlessHidden, type Visibility } from './hidden-queries.ts'
import { ADMIN_COLUMNS, fromStored, fromTracked, LISTED_COLUMNS, type Stored, type Tracked } from './product-columns.ts'

type Row = Tracked<AdminProduct>

const SELLER_NAME = sql`(select name from seller_pages where seller_pages.seller_id = products.seller_id)`
const COLUMNS = sql`${columnList(ADMIN_COLUMNS)}, ${SELLER_NAME} as seller_name, ${ownStock} as stock`
const LISTED = columnList(LISTED_COLUMNS)

const SORTED_BY = {
  id: { asc: sql`product_number`, desc: sql`product_number desc` },
  name: { asc: sql`name, product_number`, desc: sql`name desc, product_number desc` },
  price: { asc: sql`price, product_number`, desc: sql`price desc, product_number desc` },
}

const orderOf = ({ sort, direction }: Sorting<AdminProductSort>) => SORTED_BY[sort][direction]

const LETTERS = sql`letters`

/** Seller ids, or the search text when they are too many to list. */
export type Sellers = string[] | { text: string }

interface Wanted {
  sellers: Sellers | undefined
  text: string
}

/**
 * Returns a sorted page of the products whose name contains the text, of some sellers or all, and their count up to a
 * maximum. When there are too many matching sellers, or products of theirs, only the first are considered.
 */
export async function listMatchingProducts(db: Db, { sellers, text }: Wanted, page: SortedPage<AdminProductSort>) {
  const isFrequent = !sellers && !hasTrigrams(text) && (await countAtBeginning(db, text)) > MAX_MATCHES
  const ordered = { ...page, key: sql`product_number`, order: orderOf(page.sorting) }
  const found = isFrequent ? undefined : await readMatches(db, matching({ sellers, text }), ordered)
  const { keys = [], total = MAX_MATCHES, total_is_exact: isWhole = false } = found ?? {}
  const total_is_exact = isWhole && (!sellers || Array.isArray(sellers))
  if (found && (sellers || isWhole)) {
    return { total, total_is_exact, products: await listByNumbers(db, keys.map(Number), page.sorting) }
  }
  // Read in the order of the index, which finds the first of many matches soon.
  const limit = Math.min(page.limit, MAX_MATCHES - page.offset)
  return { total, total_is_exact, products: await listSorted(db, { ...page, limit }, text) }
}

function matching({ sellers, text }: Wanted): RawBuilder<unknown> {
  const columns = sql`select product_number, name, price`
  if (!sellers) return sql`${columns} from product_search where ${containsFoldedByIndex(LETTERS, text)}`
  const source = Array.isArray(sellers)
    ? sql`product_search`
    : sql`(select * from product_search order by product_number limit ${ROWS_SCANNED}) first`
  return sql`
    ${columns} from ${source} where ${isOf(sellers)} and ${containsFolded(LETTERS, text)} order by product_number`
}

async function countAtBeginning(db: Db, text: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select letters from product_search order by name, product_number limit ${ROWS_SCANNED}
    ) beginning where ${containsFolded(LETTERS, text)}`.execute(db)
  return rows[0]?.total ?? 0
}

/**
 * Returns a page of the products in the shop whose name contains the text (`''`: all), sorted by any column; with `fromEnd`
 * the offset counts from the end of the list.
 */
export async function listSorted(
  db: Db,
  { offset, limit, sorting, fromEnd = false }: SortedPage<AdminProductSort> & { fromEnd?: boolean },
  text = '',
): Promise<AdminProduct[]> {
  if (limit <= 0) return []
  const condition = text ? containsFolded(LETTERS, text) : sql<boolean>`true`
  const isReverse = fromEnd !== (sorting.direction === 'desc')
  const { rows } = await sql<{ product_number: number }>`
    select product_number from product_search where ${condition}
    order by ${SORTED_BY[sorting.sort][isReverse ? 'desc' : 'asc']} offset ${offset} limit ${limit}`.execute(db)
  const numbers = rows.map(({ product_number }) => product_number)
  return listByNumbers(db, numbers, sorting)
}

async function listByNumbers(db: Db, numbers: number[], sorting: Sorting<AdminProductSort>): Promise<AdminProduct[]> {
  if (!numbers.length) return []
  const { rows } = await sql<Row>`
    select ${COLUMNS}
    from products join (select product_number, name, price from product_search) listed using (product_number)
    where product_number = any(${numbers}::bigint[]) order by ${orderOf(sorting)}`.execute(db)
  return rows.map(fromTracked)
}

/**
 * Returns the highest of the next `size` product numbers in the shop from a number upwards; undefined if there are
 * none.
 */
export async function findHighest(db: Db, from: number, size: number): Promise<number | undefined> {
  const { rows } = await sql<{ high: number | null }>`
    select max(product_number) as high from (
      select product_number from products where visibility = 'visible' and product_number >= ${from}
      order by product_number limit ${size}
    ) next`.execute(db)
  return rows[0]?.high ?? undefined
}

/** Returns the products in a range of numbers whose name contains the text (`''`: all), by number. */
export async function listProductsBetween(
  db: Db,
  { sellers, text, low, high }: Wanted & { low: number; high: number },
): Promise<AdminProduct[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS}
    from products
    where visibility = 'visible' and product_number between ${low} and ${high}
      and ${containsFolded(sql`fold_text(product_name)`, text)} and ${isOf(sellers)}
    order by product_number`.execute(db)
  return rows.map(fromTracked)
}

function isOf(sellers: Sellers | undefined) {
  if (!sellers) return sql<boolean>`true`
  if (Array.isArray(sellers)) return sql<boolean>`seller_id = any(${sellers}::uuid[])`
  return accountContains(sql`seller_id`, sellers.text)
}

/** Locks products by ascending number, as orders do. */
export async function lockProducts(tx: Tx, numbers: number[]): Promise<void> {
  await sql`
    select from products where product_number = any(${numbers}::bigint[])
    order by product_number for no key update`.execute(tx)
}

export async function findAdminProduct(db: Db | Tx, productId: string): Promise<AdminProduct | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS}
    from products where product_id = ${productId} and visibility = 'visible'`.execute(db)
  return rows[0] && fromTracked(rows[0])
}

/** Sets the flash sale of those products where it differs; returns their ids, by number. */
export async function setFlashSale(
  tx: Tx,
  productIds: string[],
  { flash_sale, now }: { flash_sale: boolean; now: Date },
): Promise<string[]> {
  // guard: flash-sale-set-at-once
  const { rows } = await sql<{ product_id: string }>`
    with changed as (
      update products set flash_sale = ${flash_sale}, updated_at = ${now}
      where product_number = any(${lockInOrder(productIds)}) and visibility = 'visible' and flash_sale <> ${flash_sale}
      returning product_number, product_id
    )
    select product_id from changed order by product_number`.execute(tx)
  return rows.map(({ product_id }) => product_id)
}

/** A product, and the visibility that it had before it was deleted or has after it was restored. */
type SeenProduct = ListedProduct & { visibility: Visibility }

/** Marks products as deleted, even hidden ones; returns those that were not deleted before, by number. */
export async function deleteProducts(tx: Tx, productIds: string[], now: Date): Promise<SeenProduct[]> {
  // guard: admin-delete
  const { rows } = await sql<Stored<SeenProduct>>`
    with present as materialized (
      select product_number, visibility from products
      where product_id = any(${productIds}::text[]) and ${IS_PRESENT}
      order by product_number for no key update
    ), changed as (
      update products set visibility = 'deleted', deleted_at = ${now}, updated_at = ${now}
      from present where products.product_number = present.product_number
      returning products.product_number, ${LISTED}, present.visibility as former
    )
    select ${LISTED}, former as visibility from changed order by product_number`.execute(tx)
  return rows.map(fromStored)
}

/** Returns the ids of these products' sellers, including those of deleted products. */
export async function listSellers(tx: Tx, productIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ seller_id: string }>`
    select distinct seller_id from products where product_id = any(${productIds}::text[])`.execute(tx)
  return rows.map(({ seller_id }) => seller_id)
}

/** Undoes this admin's deletions after `since`; products of the locked `hidden` sellers stay hidden. Returns the products. */
export async function restoreProducts(
  tx: Tx,
  productIds: string[],
  by: { admin_id: string; since: Date; now: Date; hidden: string[] },
): Promise<SeenProduct[]> {
  const { rows } = await sql<Stored<SeenProduct>>`
    with changed as (
      update products set deleted_at = null, updated_at = ${by.now},
        visibility = ${shownUnlessHidden(sql`seller_id = any(${by.hidden}::uuid[])`)}
      where product_number = any(${lockInOrder(productIds, DELETED)}) and ${DELETED} and deleted_at >= ${by.since}
        and ${wasActedOn({ action: 'delete_product', admin_id: by.admin_id, target: PRODUCT_ID, at: DELETED_AT })}
      returning product_number, ${LISTED}, visibility
    )
    select ${LISTED}, visibility from changed order by product_number`.execute(tx)
  return rows.map(fromStored)
}

const DELETED = sql<boolean>`visibility = 'deleted'`
const PRODUCT_ID = sql<string>`products.product_id`
const DELETED_AT = sql<Date>`products.deleted_at`

/** Locks products by ascending number, as orders do, to avoid deadlocks. */
function lockInOrder(productIds: string[], which = sql<boolean>`true`) {
  return sql<number[]>`array(
    select product_number from products where product_id = any(${productIds}::text[]) and ${which}
    order by product_number for no key update
  )`
}
