import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../../db/tables.ts'
import { type CategoryFilter, categories, withMoving } from '../../../../shared/catalog/categories.ts'
import type { ProductRow } from '../../../../shared/catalog/schema.ts'
import { containsFoldedByIndex, hasTrigrams } from '../../../platform/data/condition-queries.ts'
import { highestOf } from '../../../platform/data/count-queries.ts'
import {
  type ColumnType,
  type Condition,
  conjuncts,
  type RowsWanted,
  requiredOf,
} from '../../../platform/data/row-filter.ts'
import {
  boundsSql,
  conditionSql,
  directionSql,
  type FilteredOf,
  findRows,
  isBound,
  MAX_ROWS_FILTERED,
  orderSql,
  type RowSource,
  type RowsFound,
} from '../../../platform/data/row-filter-queries.ts'
import { firstListed, listedIn, ORDERS, presentSlugs } from '../../search/listing-queries.ts'
import { LOWEST_PRICE_OF_SALE } from './card-queries.ts'
import { IS_PRESENT } from './hidden-queries.ts'
import { fromStored, PRODUCT_COLUMNS } from './product-columns.ts'
import { countInCategories } from './queries.ts'

/** The readable columns of products, and how rows are filtered by them. */
export const PRODUCT_ROW_COLUMNS = {
  product_id: 'id',
  product_name: 'text',
  product_price: 'number',
  featured_image: 'unfiltered',
  product_category: 'texts',
  flash_sale: 'boolean',
  seller_id: 'uuid',
  other_images: 'unfiltered',
  product_desc: 'unfiltered',
  total_sales: 'integer',
  lowest_price_30_days: 'unfiltered',
} as const satisfies Record<keyof ProductRow, ColumnType>

/** Returns the longest text without wildcards in a LIKE pattern with escape character `\`. */
function longestLiteral(pattern: string): string {
  let longest = ''
  let literal = ''
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === '%' || pattern[at] === '_') literal = ''
    else {
      if (pattern[at] === '\\') at++
      literal += pattern[at] ?? ''
    }
    if (literal.length > longest.length) longest = literal
  }
  return longest
}

function namesOf(slugs: RawBuilder<unknown>): RawBuilder<unknown> {
  const names = JSON.stringify(Object.fromEntries(categories().all.map(({ slug, name }) => [slug, name])))
  return sql`array(select coalesce(${names}::jsonb ->> slug, slug) from unnest(${slugs}) slug)`
}

const slugs = () => presentSlugs(sql`product_category`)

const columns = () =>
  ({
    product_id: { type: PRODUCT_ROW_COLUMNS.product_id, sql: sql`number`, text: sql`product_id` },
    product_name: { type: PRODUCT_ROW_COLUMNS.product_name, sql: sql`product_name`, folded: sql`search_name` },
    product_price: { type: PRODUCT_ROW_COLUMNS.product_price, sql: sql`product_price` },
    product_category: { type: PRODUCT_ROW_COLUMNS.product_category, sql: slugs(), text: namesOf(slugs()) },
    flash_sale: { type: PRODUCT_ROW_COLUMNS.flash_sale, sql: sql`flash_sale` },
    seller_id: { type: PRODUCT_ROW_COLUMNS.seller_id, sql: sql`seller_id` },
    total_sales: { type: PRODUCT_ROW_COLUMNS.total_sales, sql: sql`total_sales` },
  }) satisfies FilteredOf<typeof PRODUCT_ROW_COLUMNS>

const PRICE = { type: PRODUCT_ROW_COLUMNS.product_price, sql: sql`price` }
const NUMBER = { type: PRODUCT_ROW_COLUMNS.product_id, sql: sql`product_number` }

/** The hidden products that are read like those in the shop: those of a seller, by id, or all, for admins; default: none. */
export type HiddenOf = string | 'all' | undefined

function readable(hiddenOf: HiddenOf): RawBuilder<boolean> {
  if (hiddenOf === undefined) return sql<boolean>`visibility = 'visible'`
  const isOf = hiddenOf === 'all' ? sql`true` : sql`seller_id = ${hiddenOf}::uuid`
  return sql<boolean>`(visibility = 'visible' or ${isOf} and ${IS_PRESENT})`
}

/** Returns the numbers of the matching products; undefined when filtering would take too long. */
export function findProductRows(db: Db | Tx, wanted: RowsWanted, hiddenOf?: HiddenOf): Promise<RowsFound | undefined> {
  return findRows(db, productSource(db, wanted, hiddenOf), wanted)
}

/** Returns whether a condition names products or a seller, and so finds hidden ones: lists of the shop have none. */
export function namesProducts(condition: Condition): boolean {
  const named = [...requiredOf(condition, 'product_id'), ...requiredOf(condition, 'seller_id')]
  return named.some(({ operator }) => operator === 'eq' || operator === 'in')
}

function productSource(db: Db | Tx, { condition, order }: RowsWanted, hiddenOf: HiddenOf): RowSource {
  const narrow = narrowCandidates(condition, hiddenOf)
  const filtered = columns()
  return {
    // Lateral, one row at a time: a plain join could read all products.
    joined: sql`cross join lateral (
      select product_id, product_name, search_name, product_price, product_category, flash_sale,
        seller_id, total_sales, product_desc
      from products where product_number = number and ${readable(hiddenOf)} limit 1
    ) product`,
    condition: conditionSql(condition, filtered),
    order: orderSql(order, filtered),
    bytes: sql`octet_length(product_desc)`,
    candidates: narrow ?? candidates(condition),
    isNarrow: narrow !== undefined,
    walk: walkOf({ condition, order }),
    knownCount: () => countListed(db, condition),
  }
}

function narrowCandidates(condition: Condition, hiddenOf: HiddenOf): RawBuilder<unknown> | undefined {
  for (const test of requiredOf(condition, 'product_id')) {
    if (test.operator === 'eq')
      return sql`select product_number as number from products where product_number = ${test.value}::bigint`
    if (test.operator === 'in')
      return sql`select product_number as number from products where product_number = any(${test.values}::bigint[])`
  }
  for (const test of requiredOf(condition, 'seller_id')) {
    if (test.operator === 'eq' || test.operator === 'in') {
      const sellers = 'values' in test ? test.values : [test.value]
      return sql`select product_number as number from products
        where seller_id = any(${sellers}::uuid[]) and ${readable(hiddenOf)}`
    }
  }
  for (const test of requiredOf(condition, 'flash_sale')) {
    if ((test.operator === 'is' && test.is === 'true') || (test.operator === 'eq' && test.value === 'true')) {
      return sql`select product_number as number from products where flash_sale and visibility = 'visible'`
    }
  }
  const text = searchedText(condition)
  if (text === undefined || !hasTrigrams(text)) return undefined
  return sql`select product_number as number from product_search where ${containsFoldedByIndex(sql`letters`, text)}`
}

function candidates(condition: Condition): RawBuilder<unknown> {
  const ids = requiredOf(condition, 'product_id').filter(({ operator }) => isBound(operator))
  if (ids.length) {
    return sql`select product_number as number from products
      where visibility = 'visible' and ${boundsSql(ids, NUMBER)}`
  }
  const text = searchedText(condition)
  const prices = boundsSql(requiredOf(condition, 'product_price'), PRICE)
  const listed = listedIn(categoryOf(condition))
  // A match with accents implies a match without them.
  const named = text === undefined ? sql`true` : containsFoldedByIndex(sql`letters`, text)
  return sql`select product_number as number from ${listed} where ${prices} and ${named}`
}

/** Returns the longest text that every matching name must contain, if any. */
function searchedText(condition: Condition): string | undefined {
  const texts = requiredOf(condition, 'product_name').flatMap((test) => {
    if (test.operator === 'eq') return [String(test.value)]
    return test.operator === 'like' || test.operator === 'ilike' ? [longestLiteral(test.pattern)] : []
  })
  return texts.filter(Boolean).sort((one, other) => other.length - one.length)[0]
}

function categoryOf(condition: Condition): CategoryFilter {
  for (const test of requiredOf(condition, 'product_category')) {
    if (test.operator === 'cs' && test.values.length) return withMoving([String(test.values[0])])
  }
  return 'all'
}

function walkOf({ condition, order }: Pick<RowsWanted, 'condition' | 'order'>): RowSource['walk'] {
  const [first = { column: 'product_id', descending: false }, second] = order
  // An index has no second column except the number.
  const isTotal = first.column === 'product_id'
  const isTie = second?.column === 'product_id' && second.descending === first.descending
  if (second && !isTotal && !isTie) return undefined
  const direction = directionSql(first.descending)
  if (isTotal) {
    const bounds = boundsSql(requiredOf(condition, 'product_id'), NUMBER)
    const rows = sql`select product_number as number, product_number as sort_key from products
      where visibility = 'visible' and ${bounds} order by product_number ${direction}`
    return { rows, direction }
  }
  if (first.column !== 'product_price' && first.column !== 'product_name') return undefined
  const isByPrice = first.column === 'product_price'
  const byPrice = first.descending ? 'price-high-low' : 'price-low-high'
  const list = isByPrice ? byPrice : first.descending ? 'name-backwards' : 'name'
  const listed = firstListed(categoryOf(condition), {
    columns: sql`product_number, price, name`,
    where: isByPrice ? [boundsSql(requiredOf(condition, 'product_price'), PRICE)] : [],
    order: list,
    limit: sql`${MAX_ROWS_FILTERED + 1}`,
  })
  const rows = sql`select product_number as number, ${isByPrice ? sql`price` : sql`name`} as sort_key
    from (${listed}) listed order by ${ORDERS[list]}`
  return { rows, direction }
}

async function countListed(db: Db | Tx, condition: Condition): Promise<number | undefined> {
  const parts = conjuncts(condition)
  if (!parts.length) return countInCategories(db, 'all')
  const [only] = parts
  const isOne = parts.length === 1 && only?.kind === 'comparison' && only.operator === 'cs' && only.values.length === 1
  return isOne ? countInCategories(db, withMoving(only.values.map(String))) : undefined
}

/** Returns the products with these numbers, in this order, with uncleaned descriptions. */
export async function listProductRows(
  db: Db | Tx,
  numbers: readonly number[],
  hiddenOf?: HiddenOf,
): Promise<ProductRow[]> {
  if (!numbers.length) return []
  const rows = await db
    .selectFrom('products')
    .select('product_number')
    .select(PRODUCT_COLUMNS)
    .select(LOWEST_PRICE_OF_SALE.as('lowest_price'))
    .where('product_number', '=', sql<number>`any(${numbers}::bigint[])`)
    .where(readable(hiddenOf))
    .execute()
  const byNumber = new Map(
    rows.map(({ product_number, lowest_price, ...row }) => [
      product_number,
      { ...fromStored(row), ...(lowest_price !== null && { lowest_price_30_days: Number(lowest_price) }) },
    ]),
  )
  return numbers.flatMap((number) => byNumber.get(number) ?? [])
}

export function readLastProductNumber(db: Db): Promise<number> {
  return highestOf(db.selectFrom('products'), sql`product_number`)
}

/** Returns ids and last changes of the products numbered from `first` to `last`, by number. */
export async function listProductsNumbered(db: Db, first: number, last: number) {
  return db
    .selectFrom('products')
    .select(['product_id', 'updated_at'])
    .where('product_number', '>=', first)
    .where('product_number', '<=', last)
    .where('visibility', '=', 'visible')
    .orderBy('product_number')
    .execute()
}
