import { type RawBuilder, sql } from 'kysely'
import { anyRowOf } from '../../../../db/any-row.ts'
import { prepared } from '../../../../db/prepared.ts'
import type { Db, Tx } from '../../../../db/tables.ts'
import { type CategoryFilter, categoryOfSlug } from '../../../../shared/catalog/categories.ts'
import { FLASH_SALE_COUNT, JUST_FOR_YOU_COUNT } from '../../../../shared/catalog/constants.ts'
import type { Product, ProductCard } from '../../../../shared/catalog/schema.ts'
import { usualDelivery } from '../../../../shared/delivery/usual-delivery.ts'
import { decimalToCents } from '../../../../shared/kernel/money.ts'
import { createBatchedRead } from '../../../platform/data/batched.ts'
import { anyOf } from '../../../platform/data/condition-queries.ts'
import type { PageRange } from '../../../platform/data/paging.ts'
import { firstListed, listedIn, ORDERS, presentSlugs } from '../../search/listing-queries.ts'
import { shownStock } from '../../stock/shown-queries.ts'
import { AWAY_UNTIL, CARD, deliveryOf, LOWEST_PRICE } from './card-queries.ts'
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
    rows.map(({ seller, delivery, weight_grams, ...found }) => [
      found.product_id,
      {
        ...withTexts(fromStocked(found)),
        ...(delivery &&
          found.delivery_kind === 'parcel' && {
            delivery: usualDelivery(delivery, { amount: decimalToCents(found.product_price), weight_grams }),
          }),
        seller: seller && { ...seller, since: new Date(seller.since).toISOString() },
      },
    ]),
  )
})

const whole = prepared('whole_products', (db, { productIds }: { productIds: string[] }) =>
  db
    .selectFrom('products')
    .select(PRODUCT_COLUMNS)
    .select(['picture_texts', 'weight_grams', 'delivery_kind'])
    .select(deliveryOf(sql`products.seller_id`).as('delivery'))
    .select(shownStock.as('stock'))
    .select(shownRating.as('rating'))
    .select(LOWEST_PRICE.as('lowest_price'))
    .select(
      sql<Product['seller']>`(
        select json_strip_nulls(json_build_object(
          'handle', handle, 'name', name, 'awning', awning, 'since', since, 'dispatch_days', dispatch_days, 'away_until', ${AWAY_UNTIL},
          'is_trader', is_trader,
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
    select category, count(*) as count from product_search, unnest(${presentSlugs(sql`categories`)}) category group by category`.execute(
    db,
  )
  return rows.map(({ category, count }) => ({ category: categoryOfSlug(category), count }))
}

/** Returns a page of the products of these categories, by name; merges their lists from the nearer end. */
export async function listInCategories(db: Db, categories: CategoryFilter, { offset, limit, fromEnd }: PageRange) {
  if (limit <= 0) return []
  const order = fromEnd ? 'name-backwards' : 'name'
  const [category = '', ...others] = categories === 'all' ? [] : categories
  const page = JSON.stringify({ category, offset, limit })
  if (others.length) return (await pagesBy(order, { categories, wanted: `[${page}]` }).execute(db)).rows.map(cardOf)
  const { read, readBatched } = pagesOf[categories === 'all' ? 'all' : 'one'][order]
  if (offset > MAX_BATCHED_OFFSET) return (await read(db, { wanted: `[${page}]` })).map(cardOf)
  return (await readBatched(db, page)) ?? []
}

type PageRow = Stocked<ProductCard> & { place: number }

const cardOf = ({ place: _, ...row }: PageRow) => fromStocked(row)

const PAGE_BATCH = 16
/** Pages further from the end take as long as several others, which do not wait for them. */
const MAX_BATCHED_OFFSET = 10_000

function preparedPages(name: string, categories: CategoryFilter | RawBuilder<unknown>) {
  const by = (order: 'name' | 'name-backwards') => {
    const read = prepared(`${name}, ${order}`, (db, { wanted }: { wanted: string }) =>
      pagesBy(order, { categories, wanted }).compile(db),
    )
    const readBatched = createBatchedRead<ProductCard[]>(PAGE_BATCH, async (db, pages) => {
      const rows = Map.groupBy(await read(db, { wanted: `[${pages}]` }), ({ place }) => place)
      return new Map(pages.map((page, index) => [page, (rows.get(index + 1) ?? []).map(cardOf)]))
    })
    return { read, readBatched }
  }
  return { name: by('name'), 'name-backwards': by('name-backwards') }
}
const pagesOf = { all: preparedPages('pages_of_all', 'all'), one: preparedPages('pages_of_category', sql`category`) }

/** Returns SQL for the cards of pages, with the place of their page. */
function pagesBy(
  order: 'name' | 'name-backwards',
  { categories, wanted }: { categories: CategoryFilter | RawBuilder<unknown>; wanted: string },
) {
  const columns = sql`name, product_number`
  const first = firstListed(categories, { columns, order, limit: sql`first + size` })
  return sql<PageRow>`
    select ${CARD}, place
    from rows from (json_to_recordset(${wanted}::json) as (category text, "offset" bigint, "limit" bigint))
      with ordinality wanted (category, first, size, place)
    cross join lateral (
      select name, product_number as number from (${first}) nearer order by ${ORDERS[order]} offset first limit size
    ) page
    cross join lateral (select * from products where product_number = number and visibility = 'visible' limit 1) products
    order by place, ${ORDERS.name}`
}

/** Returns the products with these numbers that are in the shop, each once, in the order of the numbers. */
export async function listByNumbers(db: Db | Tx, numbers: readonly number[]): Promise<ProductCard[]> {
  if (!numbers.length) return []
  const rows = await byNumbers(db, { numbers: [...new Set(numbers)] })
  return rows.map(cardOf)
}

const byNumbers = prepared('products_by_number', (db, { numbers }: { numbers: number[] }) =>
  sql<PageRow>`
    select ${CARD}, place from unnest(${numbers}::bigint[]) with ordinality as wanted (product_number, place)
    join products using (product_number) where visibility = 'visible' order by place`.compile(db),
)

function cards(which: RawBuilder<unknown>) {
  return sql<Stocked<ProductCard>>`select ${CARD} from products where visibility = 'visible' ${which}`
}

export const anyProduct = anyRowOf(sql`products`)
