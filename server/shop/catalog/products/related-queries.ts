import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../../db/prepared.ts'
import { categories } from '../../../../shared/catalog/categories.ts'
import { RELATED_PRODUCTS_COUNT } from '../../../../shared/catalog/constants.ts'
import type { ProductCard } from '../../../../shared/catalog/schema.ts'
import { createBatchedRead } from '../../../platform/data/batched.ts'
import { anyOf } from '../../../platform/data/condition-queries.ts'
import { firstListed } from '../../search/listing-queries.ts'
import { CARD } from './card-queries.ts'
import { fromStocked, type Stocked } from './product-columns.ts'

interface Related {
  products: ProductCard[]
  /** The categories of the product itself. */
  categories: string[]
}

/** A related product of `of_product`; a single row without a card if there are none. */
type Row = (Stocked<ProductCard> | { product_id: null }) & { of_product: string; own_categories: string[] }

/** Returns products of the same categories and similar prices; undefined for one that is not in the shop. */
export const listRelated = createBatchedRead<Related>(16, async (db, productIds) => {
  const found = categories().former.moving.size
    ? (await relatedOf(productIds, sql`product.product_category || ${movingWith()}`).execute(db)).rows
    : await related(db, { productIds })
  const rows = Map.groupBy(found, ({ of_product }) => of_product)
  return new Map(Array.from(rows, ([productId, own]) => [productId, toRelated(own)]))
})

function toRelated(rows: Row[]): Related {
  return {
    products: rows.flatMap(({ of_product: _product, own_categories: _categories, ...row }) =>
      row.product_id === null ? [] : [fromStocked(row)],
    ),
    categories: rows[0]?.own_categories ?? [],
  }
}

/** SQL for the slugs of which the products are still moving to a category of the product, or which they are moving to. */
function movingWith(): RawBuilder<unknown> {
  const pairs = Array.from(categories().former.moving, ([from, { slug }]) => [from, slug])
  return sql`array(
    select jsonb_array_elements_text(pair) from jsonb_array_elements(${JSON.stringify(pairs)}::jsonb) pair
    where pair ?| product.product_category
  )`
}

const related = prepared('related_products', (db, { productIds }: { productIds: string[] }) =>
  relatedOf(productIds, sql`product.product_category`).compile(db),
)

/** Returns SQL for the products related to each of these, found in its categories, which are SQL. */
function relatedOf(productIds: string[], own: RawBuilder<unknown>) {
  return sql<Row>`
    with product as (
      select product_id, product_number, product_price, product_category from products
      where product_id = ${anyOf(productIds)} and visibility = 'visible'
    ),
    near as materialized (
      select product.product_number as of_number, side.product_number
      from product, unnest(${own}) wanted, lateral (
        (${neighbors(sql`>=`, 'price-low-high')})
        union all
        (${neighbors(sql`<`, 'price-high-low')})
      ) side
    )
    select product.product_id as of_product, related.*, product.product_category as own_categories
    from product left join lateral (
      select ${CARD}
      from products where product_number in (
        select near.product_number from near where of_number = product.product_number
      )
      order by
        (select count(*) from unnest(product_category) shared where shared = any(product.product_category)) desc,
        abs(product_price - product.product_price), product_number
      limit ${RELATED_PRODUCTS_COUNT}
    ) related on true`
}

function neighbors(beyond: RawBuilder<unknown>, order: 'price-low-high' | 'price-high-low') {
  return firstListed(sql`wanted`, {
    columns: sql`product_number, price`,
    where: [sql`price ${beyond} product.product_price`, sql`product_number <> product.product_number`],
    order,
    limit: sql`${RELATED_PRODUCTS_COUNT}`,
  })
}
