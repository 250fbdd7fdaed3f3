import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../../db/prepared.ts'
import { RELATED_PRODUCTS_COUNT } from '../../../../shared/catalog/constants.ts'
import type { ProductCard } from '../../../../shared/catalog/schema.ts'
import { createBatchedRead } from '../../../platform/data/batched-read.ts'
import { anyOf } from '../../../platform/data/condition-queries.ts'
import { firstListed } from '../../search/listing-queries.ts'
import { CARD } from './card-queries.ts'
import { fromStocked, type Stocked } from './product-columns.ts'

const RELATED_CANDIDATES = RELATED_PRODUCTS_COUNT

/** A range of prices in a category, in dollars, inclusive. */
interface PriceRangeOf {
  category: string
  from: number
  to: number
}

interface Related {
  products: ProductCard[]
  ranges: PriceRangeOf[]
}

/** The neighbors in a category that cost at least as much, or less. */
interface Side {
  category: string
  is_above: boolean
  count: number
  lowest: number
  highest: number
}
/** A related product of `of_product`; a single row without a card if there are none. */
type Row = (Stocked<ProductCard> | { product_id: null }) & {
  of_product: string
  own_categories: string[]
  sides: Side[] | null
}

/** Returns products of the same categories and similar prices; undefined for one that is not in the shop. */
export const listRelated = createBatchedRead<Related>(16, async (db, productIds) => {
  const rows = Map.groupBy(await related(db, { productIds }), ({ of_product }) => of_product)
  return new Map(Array.from(rows, ([productId, own]) => [productId, toRelated(own)]))
})

function toRelated(rows: Row[]): Related {
  const [first] = rows
  return {
    products: rows.flatMap(({ of_product: _product, own_categories: _categories, sides: _sides, ...row }) =>
      row.product_id === null ? [] : [fromStocked(row)],
    ),
    ranges: (first?.own_categories ?? []).map((category) => rangeOf(category, first?.sides ?? [])),
  }
}

const related = prepared('related_products', (db, { productIds }: { productIds: string[] }) =>
  sql<Row>`
    with product as (
      select product_id, product_number, product_price, product_category from products
      where product_id = ${anyOf(productIds)} and visibility = 'visible'
    ),
    near as materialized (
      select product.product_number as of_number, wanted as category, side.*
      from product, unnest(product.product_category) wanted, lateral (
        (${neighbors(sql`true`, sql`>=`, 'price-low-high')})
        union all
        (${neighbors(sql`false`, sql`<`, 'price-high-low')})
      ) side
    )
    select product.product_id as of_product, related.*, product.product_category as own_categories, (
      select json_agg(side) from (
        select category, is_above, count(*) as count, min(price) as lowest, max(price) as highest
        from near where of_number = product.product_number group by category, is_above
      ) side
    ) as sides
    from product left join lateral (
      select ${CARD}
      from products where product_number in (
        select near.product_number from near where of_number = product.product_number
      )
      order by
        (select count(*) from unnest(product_category) shared where shared = any(product.product_category)) desc,
        abs(product_price - product.product_price), product_number
      limit ${RELATED_PRODUCTS_COUNT}
    ) related on true`.compile(db),
)

function neighbors(
  isAbove: RawBuilder<unknown>,
  beyond: RawBuilder<unknown>,
  order: 'price-low-high' | 'price-high-low',
) {
  return firstListed(sql`wanted`, {
    columns: sql`product_number, price, ${isAbove} as is_above`,
    where: [sql`price ${beyond} product.product_price`, sql`product_number <> product.product_number`],
    order,
    limit: sql`${RELATED_CANDIDATES}`,
  })
}

/** Returns the prices at which a product would become a neighbor; open-ended where neighbors are missing. */
function rangeOf(category: string, sides: readonly Side[]): PriceRangeOf {
  const full = (isAbove: boolean) =>
    sides.find((side) => side.category === category && side.is_above === isAbove && side.count === RELATED_CANDIDATES)
  return {
    category,
    from: full(false)?.lowest ?? 0,
    to: full(true)?.highest ?? Number.POSITIVE_INFINITY,
  }
}
