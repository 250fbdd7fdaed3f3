import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Tables } from '../../db/tables.ts'
import {
  CATEGORIES,
  FLASH_SALE_COUNT,
  JUST_FOR_YOU_COUNT,
  LOWEST_PRICE_DAYS,
  RELATED_PRODUCTS_COUNT,
} from '../../shared/catalog/constants.ts'
import type { Product, ProductCard } from '../../shared/catalog/schema.ts'
import { contains, hasPieces, hasTrigrams, ROWS_TRIED } from '../platform/contains-queries.ts'

/** The list in `product_listings` that every product of the shop is in. */
const EVERYTHING = 'All'
/** How many products of like price a category gives to choose related ones from, cheaper and dearer. */
const RELATED_CANDIDATES = RELATED_PRODUCTS_COUNT

/** Products on flash sale, by number. */
export async function listFlashSale(db: Db): Promise<ProductCard[]> {
  const rows = await cards(db)
    .where('flash_sale', '=', true)
    .orderBy('product_number')
    .limit(FLASH_SALE_COUNT)
    .execute()
  return rows.map(toCard)
}

/** The first products by number. */
export async function listFirst(db: Db): Promise<ProductCard[]> {
  const rows = await cards(db).orderBy('product_number').limit(JUST_FOR_YOU_COUNT).execute()
  return rows.map(toCard)
}

/** The products of these ids that are in the shop, in the order asked. */
export async function listByIds(db: Db, productIds: string[]): Promise<ProductCard[]> {
  const rows = await cards(db).where('product_id', '=', sql<string>`any(${productIds}::text[])`).execute()
  return inOrder(productIds, rows.map(toCard), (card) => card.product_id)
}

/** The products of these numbers that are in the shop, in the order asked. */
export async function listByNumbers(db: Db, numbers: number[]): Promise<ProductCard[]> {
  const rows = await cards(db).where('product_number', '=', sql<number>`any(${numbers}::bigint[])`).execute()
  return inOrder(numbers, rows, (row) => row.product_number).map(toCard)
}

/** A product of the shop with its description as it is stored. */
export async function findProduct(db: Db, productId: string): Promise<Product | undefined> {
  const row = await cards(db)
    .select(['seller_id', 'other_images', 'product_desc', 'total_sales'])
    .select(
      // Prices that ended within these days were in force within them; so is the present one.
      sql<string>`least(product_price, (
        select min(price_before) from price_changes
        where price_changes.product_number = products.product_number
          and changed_at > now() - make_interval(days => ${LOWEST_PRICE_DAYS})
      ))`.as('lowest_price'),
    )
    .where('product_id', '=', productId)
    .executeTakeFirst()
  if (!row) return undefined
  const { seller_id, other_images, product_desc, total_sales, lowest_price } = row
  const lowest = row.flash_sale ? { lowest_price_30_days: Number(lowest_price) } : {}
  return { ...toCard(row), seller_id, other_images, product_desc, total_sales, ...lowest }
}

/**
 * Other products of the same categories: first those that share more categories, then those of the most similar price.
 * `undefined` for a product that is not in the shop. Looks at a fixed number of neighbours in each category.
 */
export async function listRelated(db: Db, productId: string): Promise<ProductCard[] | undefined> {
  const product = await db
    .selectFrom('products')
    .select(['product_number', 'product_price', 'product_category'])
    .where('product_id', '=', productId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!product) return undefined
  const { product_number, product_price, product_category } = product
  const neighbours = (beyond: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
    select near.product_number, near.product_price from unnest(${product_category}::text[]) wanted, lateral (
      select product_number, product_price from product_listings
      where category = wanted and product_price ${beyond} ${product_price}::numeric and product_number <> ${product_number}
      order by ${order} limit ${RELATED_CANDIDATES}
    ) near`
  const { rows } = await sql<CardRow>`
    select product_number, product_id, product_name, products.product_price, featured_image, product_category, flash_sale
    from products join (
      ${neighbours(sql`>=`, sql`product_price, product_number`)}
      union
      ${neighbours(sql`<`, sql`product_price desc, product_number desc`)}
    ) near using (product_number)
    order by
      (select count(*) from unnest(product_category) shared where shared = any(${product_category}::text[])) desc,
      abs(products.product_price - ${product_price}::numeric), product_number
    limit ${RELATED_PRODUCTS_COUNT}`.execute(db)
  return rows.map(toCard)
}

/** How many products of the shop are in at least one of these categories. */
export async function countInCategories(db: Db, categories: readonly string[]): Promise<number> {
  const { total } = await db
    .selectFrom('category_sets')
    .select(sql<number>`coalesce(sum(products), 0)::bigint`.as('total'))
    .$if(!isEverything(categories), (some) => some.where(sql<boolean>`categories && ${categories}::text[]`))
    .executeTakeFirstOrThrow()
  return total
}

/** How many products of the shop there are in each category that has any. */
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

/**
 * A page of the products in at least one of these categories, by name without regard to letter case. `fromEnd` counts
 * `offset` from the end of the list and answers the page backwards, so that the last page costs what the first does.
 */
export async function listInCategories(
  db: Db,
  categories: readonly string[],
  { offset, limit, fromEnd }: { offset: number; limit: number; fromEnd: boolean },
): Promise<ProductCard[]> {
  const order = ORDERS[fromEnd ? 'name-backwards' : 'name']
  const listings = firstListings({ categories, order, limit: offset + limit })
  const { rows } = await sql<CardRow>`
    select product_number, product_id, product_name, products.product_price, featured_image, product_category, flash_sale
    from (
      select search_name, product_number from ${listings} order by ${order.by} offset ${offset} limit ${limit}
    ) page
    join products using (product_number, search_name) order by ${order.by}`.execute(db)
  return rows.map(toCard)
}

export type MatchOrder = 'name' | 'price-low-high' | 'price-high-low'

export interface MatchFilter {
  categories: readonly string[]
  /** Dollars, both inclusive. */
  minPrice?: number
  maxPrice?: number
  /** What the name contains; `''` matches every name. */
  text: string
  /** Only names that begin with the text, or only those that do not. */
  textAtStart?: boolean
}

export interface Match {
  product_number: number
  set_number: number
}

/** The first `limit` matches in the order wanted. */
export async function listMatches(db: Db, filter: MatchFilter, sort: MatchOrder, limit: number): Promise<Match[]> {
  const { categories, text, textAtStart } = filter
  const order = ORDERS[sort]
  if (text === '' || textAtStart || hasTrigrams(text))
    return readMatches(db, firstListings({ categories, where: conditions(filter), order, limit }), { order, limit })
  // One or two letters, and all that are not Latin, are in most names or in few: in most, and the beginning of the list
  // has enough of them; in few, and the index of short pieces finds them.
  const beginning = firstListings({
    categories,
    where: sort === 'name' ? [] : bounds(filter),
    order,
    limit: ROWS_TRIED,
  })
  const near = await readMatches(db, beginning, { where: conditions(filter), order, limit })
  return near.length === limit ? near : readMatches(db, listingsWithPieces(filter), { order, limit })
}

async function readMatches(
  db: Db,
  listings: RawBuilder<unknown>,
  { where = [], order, limit }: { where?: RawBuilder<unknown>[]; order: ListOrder; limit: number },
): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select product_number, set_number from ${listings} ${whereAll(where)} order by ${order.by} limit ${limit}`.execute(
    db,
  )
  return rows
}

/** The categories of each set of categories. */
export async function readCategorySets(db: Db, setNumbers: number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('category_sets')
    .select(['set_number', 'categories'])
    .where('set_number', '=', sql<number>`any(${setNumbers}::smallint[])`)
    .execute()
  return new Map(rows.map((row) => [row.set_number, row.categories]))
}

function bounds({ minPrice, maxPrice }: MatchFilter): RawBuilder<unknown>[] {
  const found: RawBuilder<unknown>[] = []
  if (minPrice !== undefined) found.push(sql`product_price >= ${minPrice}::numeric`)
  if (maxPrice !== undefined) found.push(sql`product_price <= ${maxPrice}::numeric`)
  return found
}

function conditions(filter: MatchFilter): RawBuilder<unknown>[] {
  const { text, textAtStart } = filter
  const found = bounds(filter)
  if (text === '') return found
  if (textAtStart) return [...found, sql`search_name ^@ lower(${text}::text)`]
  if (textAtStart === false) found.push(sql`not search_name ^@ lower(${text}::text)`)
  return [...found, contains(sql`search_name`, text)]
}

interface ListOrder {
  by: RawBuilder<unknown>
  /** What two different products never share: the columns of `by`. */
  key: RawBuilder<unknown>
}

const BY_NAME = sql`search_name, product_number`
const BY_PRICE = sql`product_price, product_number`

const ORDERS: Record<MatchOrder | 'name-backwards', ListOrder> = {
  name: { by: BY_NAME, key: BY_NAME },
  'name-backwards': { by: sql`search_name desc, product_number desc`, key: BY_NAME },
  'price-low-high': { by: BY_PRICE, key: BY_PRICE },
  'price-high-low': { by: sql`product_price desc, product_number desc`, key: BY_PRICE },
}

const LISTING = sql`select search_name, product_number, product_price, set_number from product_listings`

/**
 * The first listings of the products in at least one of these categories, each product once. Each category is a range of
 * an index that has the order: they are merged while they are read, and what comes twice stands side by side.
 */
function firstListings({
  categories,
  where = [],
  order,
  limit,
}: {
  categories: readonly string[]
  where?: RawBuilder<unknown>[]
  order: ListOrder
  limit: number
}): RawBuilder<unknown> {
  const lists = isEverything(categories) ? [EVERYTHING] : categories
  const parts = lists.map(
    (category) =>
      sql`(${LISTING} ${whereAll([sql`category = ${category}`, ...where])} order by ${order.by} limit ${limit})`,
  )
  return sql`(
    select distinct on (${order.key}) * from (${sql.join(parts, sql` union all `)}) listed
    order by ${order.by} limit ${limit}) listed`
}

/** The listings whose names have all the short pieces of the text. */
function listingsWithPieces(filter: MatchFilter): RawBuilder<unknown> {
  const where = [sql`category = ${EVERYTHING}`, hasPieces(sql`search_name`, filter.text)]
  if (!isEverything(filter.categories))
    where.push(sql`set_number = any(array(
      select set_number from category_sets where categories && ${filter.categories}::text[]))`)
  return sql`(${LISTING} ${whereAll([...where, ...conditions(filter)])}) listed`
}

function whereAll(conditions: RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
}

function isEverything(categories: readonly string[]): boolean {
  return categories.length === CATEGORIES.length
}

interface CardRow {
  product_number: number
  product_id: string
  product_name: string
  product_price: string
  featured_image: string
  product_category: string[]
  flash_sale: boolean
}

function cards(db: Db): SelectQueryBuilder<Tables, 'products', CardRow> {
  return db
    .selectFrom('products')
    .select(['product_number', 'product_id', 'product_name', 'product_price', 'featured_image'])
    .select(['product_category', 'flash_sale'])
    .where('deleted_at', 'is', null)
}

function toCard(row: CardRow): ProductCard {
  const { product_id, product_name, featured_image, product_category, flash_sale } = row
  return {
    product_id,
    product_name,
    product_price: Number(row.product_price),
    featured_image,
    product_category,
    flash_sale,
  }
}

function inOrder<Row, Key>(keys: Key[], rows: Row[], keyOf: (row: Row) => Key): Row[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  return [...new Set(keys)].flatMap((key) => byKey.get(key) ?? [])
}
