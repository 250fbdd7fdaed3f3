import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../../db/prepared.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import { type CategoryFilter, categoryOfSlug } from '../../../../shared/catalog/categories.ts'
import { FLASH_SALE_COUNT, JUST_FOR_YOU_COUNT } from '../../../../shared/catalog/constants.ts'
import type { Product, ProductCard } from '../../../../shared/catalog/schema.ts'
import { createBatchedRead } from '../../../platform/data/batched.ts'
import { anyOf } from '../../../platform/data/condition-queries.ts'
import type { PageRange } from '../../../platform/data/paging.ts'
import { firstListed, listedIn, ORDERS } from '../../search/listing-queries.ts'
import { shownStock } from '../../stock/shown-queries.ts'
import { CARD, LOWEST_PRICE } from './card-queries.ts'
import { fromStocked, PRODUCT_COLUMNS, type Stocked, withTexts } from './product-columns.ts'
import { sellerRating, shownRating } from './rating-queries.ts'

export async function listFlashSale(db: Db): Promise<ProductCard[]> {
  return (await flashSale(db, {})).map(fromStocked)
}

const flashSale = prepared('flash_sale', (db) =>
  cards(sql`and flash_sale order by product_number limit ${FLASH_SALE_COUNT}`).compile(db),
)

export async function listFirst(db: Db): Promise<ProductCard[]> {
  return (await first(db, {})).map(fromStocked)
}

const first = prepared('first_products', (db) =>
  cards(sql`order by product_number limit ${JUST_FOR_YOU_COUNT}`).compile(db),
)

/** Returns a product of the shop with its stored, uncleaned description. */
export const findProduct = createBatchedRead<Product>(32, async (db, productIds) => {
  const rows = await whole(db, { productIds })
  return new Map(
    rows.map(({ seller, ...found }) => [
      found.product_id,
      {
        ...withTexts(fromStocked(found)),
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
          'handle', handle, 'name', name, 'awning', awning, 'since', since, 'dispatch_days', dispatch_days,
          'rating', ${sellerRating(sql`products.seller_id`)}))
        from seller_pages where seller_pages.seller_id = products.seller_id
      )`.as('seller'),
    )
    .where('product_id', '=', anyOf(productIds))
    .where('visibility', '=', sql.lit('visible'))
    .compile(),
)

export async function countInCategories(db: Db | Tx, categories: CategoryFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${listedIn(categories)}`.execute(db)
  return rows[0]?.total ?? 0
}

export async function countByCategory(db: Db): Promise<{ category: string; count: number }[]> {
  const { rows } = await sql<{ category: string; count: number }>`
    select category, count(*) as count from product_search, unnest(categories) category group by category`.execute(db)
  return rows.map(({ category, count }) => ({ category: categoryOfSlug(category), count }))
}

/** Returns a page of the products of these categories, by name; merges their lists from the nearer end. */
export async function listInCategories(db: Db, categories: CategoryFilter, { offset, limit, fromEnd }: PageRange) {
  if (limit <= 0) return []
  const order = fromEnd ? 'name-backwards' : 'name'
  const [category, ...others] = categories
  const rows =
    categories === 'all'
      ? await pageOfAll[order](db, { offset, limit })
      : category !== undefined && !others.length
        ? await pageOfOne[order](db, { category, offset, limit })
        : (await pageBy(order, categories, { offset, limit }).execute(db)).rows
  return rows.map(fromStocked)
}

type Place = Pick<PageRange, 'offset' | 'limit'>

const preparedPage = <Params extends Place>(
  name: string,
  categoriesOf: (params: Params) => CategoryFilter | RawBuilder<unknown>,
) => {
  const by = (order: 'name' | 'name-backwards') =>
    prepared(`${name}, ${order}`, (db, params: Params) => pageBy(order, categoriesOf(params), params).compile(db))
  return { name: by('name'), 'name-backwards': by('name-backwards') }
}
const pageOfAll = preparedPage<Place>('page_of_all', () => 'all')
const pageOfOne = preparedPage<Place & { category: string }>(
  'page_of_category',
  ({ category }) => sql`${category}::text`,
)

/** The limits are subqueries, so that one generic plan serves every page. */
function pageBy(
  order: 'name' | 'name-backwards',
  categories: CategoryFilter | RawBuilder<unknown>,
  { offset, limit }: Place,
) {
  const columns = sql`name, product_number`
  const end = sql`(select ${offset}::bigint + ${limit}::bigint)`
  return sql<Stocked<ProductCard>>`
    select ${CARD}
    from (
      select name, product_number as number from (${firstListed(categories, { columns, order, limit: end })}) nearer
      order by ${ORDERS[order]} offset (select ${offset}::bigint) limit (select ${limit}::bigint)
    ) page
    cross join lateral (select * from products where product_number = number and visibility = 'visible' limit 1) products
    order by ${ORDERS.name}`
}

/** Returns those of these products that are in the shop, each once, in this order. */
export async function listByNumbers(db: Db | Tx, numbers: readonly number[]): Promise<ProductCard[]> {
  if (!numbers.length) return []
  const rows = await byNumbers(db, { numbers: [...new Set(numbers)] })
  return rows.map(({ place: _, ...row }) => fromStocked(row))
}

const byNumbers = prepared('products_by_number', (db, { numbers }: { numbers: number[] }) =>
  sql<Stocked<ProductCard> & { place: number }>`
    select ${CARD}, place from unnest(${numbers}::bigint[]) with ordinality as wanted (product_number, place)
    join products using (product_number) where visibility = 'visible' order by place`.compile(db),
)

function cards(which: RawBuilder<unknown>) {
  return sql<Stocked<ProductCard>>`select ${CARD} from products where visibility = 'visible' ${which}`
}
