import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../../db/prepared.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import type { CategoryFilter } from '../../../../shared/catalog/categories.ts'
import { CATEGORY_PAGE_SIZE, FLASH_SALE_COUNT, JUST_FOR_YOU_COUNT } from '../../../../shared/catalog/constants.ts'
import type { Product, ProductCard } from '../../../../shared/catalog/schema.ts'
import { anyOf } from '../../../platform/data/any-of-queries.ts'
import { createBatchedRead } from '../../../platform/data/batched-read.ts'
import type { PageRange } from '../../../platform/data/page-range.ts'
import { shownStock } from '../../stock/shown-queries.ts'
import { CARD, SELECTED_CARD } from './card-queries.ts'
import { ALL_LISTING, firstListings, ORDERS } from './listing-queries.ts'
import { pageWithinRun } from './listing-run-queries.ts'
import { LOWEST_PRICE } from './price-queries.ts'
import { fromStocked, PRODUCT_COLUMNS, type Stocked, withTexts } from './product-columns.ts'
import { sellerRating, shownRating } from './rating-queries.ts'

/** Returns the products on flash sale, by number. */
export async function listFlashSale(db: Db): Promise<ProductCard[]> {
  return (await flashSale(db, {})).map(fromStocked)
}

const flashSale = prepared('flash_sale', (db) =>
  cards(sql`and flash_sale order by product_number limit ${FLASH_SALE_COUNT}`).compile(db),
)

/** Returns the first products by number. */
export async function listFirst(db: Db): Promise<ProductCard[]> {
  return (await first(db, {})).map(fromStocked)
}

const first = prepared('first_products', (db) =>
  cards(sql`order by product_number limit ${JUST_FOR_YOU_COUNT}`).compile(db),
)

/** Returns the products of these ids that are in the shop, in the given order. */
export async function listByIds(db: Db, productIds: string[]): Promise<ProductCard[]> {
  const rows = await byIds(db, { productIds })
  return inOrder(productIds, rows.map(fromStocked), (card) => card.product_id)
}

const byIds = prepared('products', (db, { productIds }: { productIds: string[] }) =>
  cards(sql`and product_id = ${anyOf(productIds)}`).compile(db),
)

/** Returns a product of the shop with its description as it is stored. */
export const findProduct = createBatchedRead<Product>(32, async (db, productIds) => {
  const rows = await whole(db, { productIds })
  return new Map(
    rows.map(({ lowest_price, seller, ...found }) => [
      found.product_id,
      {
        ...withTexts(fromStocked(found)),
        ...(lowest_price !== null && { lowest_price_30_days: Number(lowest_price) }),
        seller: seller && { ...seller, since: new Date(seller.since).toISOString() },
      },
    ]),
  )
})

const whole = prepared('whole_products', (db, { productIds }: { productIds: string[] }) =>
  db
    .selectFrom('products')
    .select(PRODUCT_COLUMNS)
    .select('picture_texts')
    .select(shownStock.as('stock'))
    .select(shownRating.as('rating'))
    .select(LOWEST_PRICE.as('lowest_price'))
    .select(
      sql<Product['seller']>`(
        select json_strip_nulls(json_build_object(
          'handle', handle, 'name', name, 'since', since, 'dispatch_days', dispatch_days,
          'rating', ${sellerRating(sql`products.seller_id`)}))
        from seller_pages where seller_pages.seller_id = products.seller_id
      )`.as('seller'),
    )
    .where('product_id', '=', anyOf(productIds))
    .where('visibility', '=', sql.lit('visible'))
    .compile(),
)

export const productCount = sql<number>`(select coalesce(sum(products), 0)::bigint from category_sets)`

/** Returns the count of the products in at least one of these categories. */
export async function countInCategories(db: Db | Tx, categories: CategoryFilter): Promise<number> {
  const { total } = await db
    .selectFrom('category_sets')
    .select(sql<number>`coalesce(sum(products), 0)::bigint`.as('total'))
    .$if(categories !== 'all', (some) => some.where(sql<boolean>`categories && ${categories}::text[]`))
    .executeTakeFirstOrThrow()
  return total
}

/** Returns the count of the products in each category that has any. */
export async function countByCategory(db: Db): Promise<{ category: string; count: number }[]> {
  return db
    .selectFrom('category_sets')
    .innerJoinLateral(sql<{ category: string }>`unnest(categories)`.as<'in_set'>(sql`in_set(category)`), (join) =>
      join.onTrue(),
    )
    .select(['in_set.category', sql<number>`sum(products)::bigint`.as('count')])
    .where('products', '>', 0)
    .groupBy('in_set.category')
    .execute()
}

/** Returns a page of the products of these categories, by name; their lists are merged from the nearer end. */
export async function listInCategories(
  db: Db,
  categories: CategoryFilter,
  { offset, limit, fromEnd }: PageRange,
): Promise<ProductCard[]> {
  const order = ORDERS[fromEnd ? 'name-backwards' : 'name']
  const listings = firstListings({ categories, order, limit: sql`${offset + limit}` })
  const { rows } = await sql<Stocked<ProductCard>>`
    select ${CARD}
    from (
      select search_name, product_number from ${listings} order by ${order.by} offset ${offset} limit ${limit}
    ) page
    join products using (product_number, search_name) order by ${ORDERS.name.by}`.execute(db)
  return rows.map(fromStocked)
}

type Joined<Row> = { [Column in keyof Row]: Row[Column] | null }

function isStored<Row extends { product_id: string }>(row: Joined<Row>): row is Row {
  return row.product_id !== null
}

/** A page that starts further from the beginning of its list is found by runs. */
const MAX_NEAR_OFFSET = 500

/** Returns a page of a category, or of `ALL_LISTING`, by name, and their count; it reads a bounded number of rows. */
export async function readCategoryPage(
  db: Db,
  category: string,
  offset: number,
): Promise<{ total: number; products: ProductCard[] }> {
  const rows = await (offset > MAX_NEAR_OFFSET ? farPage : nearPage)(db, { category, offset })
  const cards = rows.flatMap(({ total: _, ...row }) => (isStored(row) ? [fromStocked(row)] : []))
  return { total: rows[0]?.total ?? 0, products: cards }
}

interface CategoryPlace {
  category: string
  offset: number
}

// The subqueries hide the values: the plan is the same for every category and page, and made once.
const nearPage = prepared('category_page', (db, { category, offset }: CategoryPlace) => {
  const page = sql`(
    select search_name, product_number from product_listings where category = (select ${category}::text)
    order by search_name, product_number offset (select ${offset}::bigint) limit ${CATEGORY_PAGE_SIZE}
  )`
  return withTotal(category, page).compile(db)
})

const farPage = prepared('category_page_far', (db, { category, offset }: CategoryPlace) =>
  withTotal(category, pageWithinRun(category, offset, CATEGORY_PAGE_SIZE)).compile(db),
)

function withTotal(category: string, page: RawBuilder<unknown>) {
  return sql<Joined<Stocked<ProductCard>> & { total: number }>`
    select counted.total, ${SELECTED_CARD}
    from (
      select coalesce(sum(products), 0)::bigint as total from category_sets
      where ${category}::text = ${ALL_LISTING} or categories && array[${category}::text]
    ) counted
    left join (
      select ${CARD}, search_name, product_number from ${page} page
      join products using (product_number, search_name)
    ) listed on true
    order by search_name, product_number`
}

function cards(which: RawBuilder<unknown>) {
  return sql<Stocked<ProductCard>>`select ${CARD} from products where visibility = 'visible' ${which}`
}

function inOrder<Row, Key>(keys: Key[], rows: Row[], keyOf: (row: Row) => Key): Row[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  return [...new Set(keys)].flatMap((key) => byKey.get(key) ?? [])
}
