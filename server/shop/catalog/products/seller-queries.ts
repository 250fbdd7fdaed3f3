import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { lockUntilEnd } from '../../../../db/advisory-locks.ts'
import type { Db, Tables, Tx } from '../../../../db/tables.ts'
import type { SellerProductSort } from '../../../../shared/catalog/desk-constants.ts'
import type { SaveProduct, SellerProduct, SellerProductRow } from '../../../../shared/catalog/schema.ts'
import type { SortDirection } from '../../../../shared/kernel/list-constants.ts'
import { MAX_SCARCE_LISTED } from '../../../../shared/stock/constants.ts'
import type { ScarceProducts } from '../../../../shared/stock/schema.ts'
import { wasActedOn } from '../../../people/audit/queries.ts'
import { countOf, readValue } from '../../../platform/data/count-queries.ts'
import { ownStock, scarceStock } from '../../stock/queries.ts'
import type { ListedProduct } from './catalog-changes.ts'
import { productError } from './errors.ts'
import { IS_PRESENT, shownUnlessHidden } from './hidden-queries.ts'
import {
  asEdited,
  fromStored,
  fromTracked,
  LISTED_COLUMNS,
  SELLER_PRODUCT_COLUMNS,
  SELLER_ROW_COLUMNS,
} from './product-columns.ts'

/** Columns that `readRows` joins. */
const REVERSED_UNITS = sql<number>`(coalesce(sums.reversed_units, 0) + coalesce(recent.reversed_units, 0))`

const SORT_KEYS: Record<SellerProductSort, RawBuilder<unknown>> = {
  number: sql`product_number`,
  name: sql`search_name`,
  price: sql`product_price`,
  orders: sql`total_sales`,
  sales: sql`product_price * (total_sales - ${REVERSED_UNITS})`,
}

function isFoundBy(text: string) {
  const id = text.trim().toUpperCase()
  return sql<boolean>`(strpos(fold_text(product_name), fold_text(${text}::text)) > 0 or product_id = ${id})`
}

/** Each part has indexes in the order of the lists. */
const PRESENT = sql<Selectable<Tables['products']>>`(
  select * from products where visibility = 'visible'
  union all
  select * from products where visibility in ('hidden_with_seller', 'hidden_by_admin')
)`

/** Returns a query for a seller's products, shown or hidden; with `text` only matches. */
function sellerProducts(db: Db, sellerId: string, text = ''): SelectQueryBuilder<Tables, 'products', object> {
  const present = db.selectFrom(PRESENT.as('products')) as unknown as SelectQueryBuilder<Tables, 'products', object>
  return present.where('seller_id', '=', sellerId).$if(text !== '', (some) => some.where(isFoundBy(text)))
}

/** Counts a seller's products, shown or hidden; with `text` only matches. */
export function countSellerProducts(db: Db, sellerId: string, text = ''): Promise<number> {
  return countOf(sellerProducts(db, sellerId, text))
}

/** Returns a query for a seller's products in the shop. */
export function shownProducts(db: Db | Tx, sellerId: string): SelectQueryBuilder<Tables, 'products', object> {
  return db.selectFrom('products').where('seller_id', '=', sellerId).where('visibility', '=', sql.lit('visible'))
}

/** Counts a seller's products in the shop. */
export function countShownProducts(db: Db, sellerId: string): Promise<number> {
  return countOf(shownProducts(db, sellerId))
}

/** Counts a seller's products in the shop that are sent, but have no weight. */
export function countUnweighed(db: Db | Tx, sellerId: string): Promise<number> {
  return countOf(shownProducts(db, sellerId).where('delivery_kind', '=', 'parcel').where('weight_grams', 'is', null))
}

/** Returns a page of a seller's products that match `text`. */
export async function listSellerProducts(
  db: Db,
  sellerId: string,
  page: { text: string; sort: SellerProductSort; direction: SortDirection; limit: number; offset: number },
): Promise<SellerProductRow[]> {
  const direction = page.direction === 'desc' ? sql`desc` : sql`asc`
  const order = sql`${SORT_KEYS[page.sort]} ${direction}, product_number ${direction}`
  return readRows(sellerProducts(db, sellerId, page.text).orderBy(order).limit(page.limit).offset(page.offset))
}

/** Returns a seller's next products, from a number on, that match `text`. */
export async function listSellerProductsFrom(
  db: Db,
  sellerId: string,
  { text, from, limit }: { text: string; from: number; limit: number },
): Promise<SellerProductRow[]> {
  return readRows(
    sellerProducts(db, sellerId, text).where('product_number', '>=', from).orderBy('product_number').limit(limit),
  )
}

/** Returns a seller's products by units sold, without cancelled and returned units. */
export async function listBestSellers(db: Db, sellerId: string, limit: number): Promise<SellerProductRow[]> {
  return readRows(
    shownProducts(db, sellerId)
      .where(sql<boolean>`total_sales > ${REVERSED_UNITS}`)
      .orderBy(sql`total_sales - ${REVERSED_UNITS}`, 'desc')
      .orderBy('product_number')
      .limit(limit),
  )
}

/** Returns a seller's products that are low, out, or either, by number. */
export async function listScarce(db: Db, sellerId: string, state: 'low' | 'out' | undefined) {
  const { rows } = await sql<ScarceProducts['products'][number]>`
    select product_id, product_name, featured_image, on_hand, reserved, stock_state
    from products join (${scarceStock}) stock using (product_number)
    where seller_id = ${sellerId}::uuid and ${IS_PRESENT} and stock_state = any(${state ? [state] : ['low', 'out']}::text[])
    order by product_number limit ${MAX_SCARCE_LISTED}`.execute(db)
  return rows
}

async function readRows(products: SelectQueryBuilder<Tables, 'products', object>): Promise<SellerProductRow[]> {
  const rows = await products
    .leftJoin(
      (all) => all.selectFrom('product_sums').select(['product_number as summed', 'reversed_units']).as('sums'),
      (join) => join.onRef('summed', '=', 'products.product_number'),
    )
    .leftJoin(
      (all) => all.selectFrom('product_changes').select(['product_number as changed', 'reversed_units']).as('recent'),
      (join) => join.onRef('changed', '=', 'products.product_number'),
    )
    .select(SELLER_ROW_COLUMNS)
    .select('visibility')
    .select([REVERSED_UNITS.as('reversed_units'), ownStock.as('stock')])
    .select(sql<string>`product_price * (total_sales - ${REVERSED_UNITS})`.as('sales_amount'))
    .execute()
  return rows.map(({ visibility, ...row }) => ({
    ...fromTracked({ ...row, sales_amount: Number(row.sales_amount) }),
    ...(visibility !== 'visible' && { hidden: true }),
  }))
}

/** Returns a product as its seller edits it; undefined when deleted or another seller's. */
export async function findOwnProduct(db: Db, sellerId: string, productId: string): Promise<SellerProduct | undefined> {
  const row = await own(db, sellerId, productId).executeTakeFirst()
  return row && asEdited(row)
}

/** Returns a product that was just written. */
export async function readOwnProduct(tx: Tx, sellerId: string, productId: string): Promise<SellerProduct> {
  return asEdited(await own(tx, sellerId, productId).executeTakeFirstOrThrow(() => productError('product_not_found')))
}

/** Locks and returns a product as its seller edits it; undefined when deleted or another seller's. */
export async function lockOwnProduct(tx: Tx, sellerId: string, productId: string): Promise<SellerProduct | undefined> {
  // guard: own-product-lock
  const row = await own(tx, sellerId, productId).forNoKeyUpdate().executeTakeFirst()
  return row && asEdited(row)
}

function own(db: Db | Tx, sellerId: string, productId: string) {
  return db
    .selectFrom('products')
    .select(SELLER_PRODUCT_COLUMNS)
    .where('product_id', '=', productId)
    .where('seller_id', '=', sellerId)
    .where(IS_PRESENT)
}

/** Categories are slugs. */
type ProductFields = Omit<SaveProduct, 'images' | 'picture_texts'> & { picture_texts: string[] }

/** Blocks concurrent additions to a seller's products until the transaction ends. */
export async function lockProductsOfSeller(tx: Tx, sellerId: string): Promise<void> {
  await lockUntilEnd(tx, `products ${sellerId}`)
}

/** Returns an unused product number, which stays used up when the transaction fails. */
export function takeProductNumber(tx: Tx): Promise<number> {
  return readValue(tx, sql<number>`nextval('product_numbers')`)
}

/** Inserts a product without its pictures; returns its id. */
export async function insertProduct(
  tx: Tx,
  {
    is_hidden,
    ...product
  }: ProductFields & { product_number: number; seller_id: string; is_hidden: boolean; created_at: Date },
): Promise<string> {
  const { product_id } = await tx
    .insertInto('products')
    .values({
      ...product,
      product_price: product.product_price.toFixed(2),
      featured_image: '',
      visibility: is_hidden ? 'hidden_with_seller' : 'visible',
      updated_at: product.created_at,
    })
    .returning('product_id')
    .executeTakeFirstOrThrow()
  return product_id
}

export async function setPictures(tx: Tx, productId: string, [featured = '', ...others]: string[]): Promise<void> {
  await tx
    .updateTable('products')
    .set({ featured_image: featured, other_images: JSON.stringify(others) })
    .where('product_id', '=', productId)
    .execute()
}

/** Returns the fields that decide the products' places in lists. */
export async function listListed(tx: Tx, numbers: number[]): Promise<ListedProduct[]> {
  const rows = await tx
    .selectFrom('products')
    .select(LISTED_COLUMNS)
    .where('product_number', '=', sql<number>`any(${numbers}::bigint[])`)
    .execute()
  return rows.map(fromStored)
}

/** Writes the same fields of locked products, and raises their revisions. */
export async function updateProducts(
  tx: Tx,
  numbers: number[],
  { product_price, ...fields }: Partial<ProductFields> & { updated_at: Date },
): Promise<void> {
  await tx
    .updateTable('products')
    .set({
      ...fields,
      ...(product_price !== undefined && { product_price: product_price.toFixed(2) }),
      revision: sql`revision + 1`,
    })
    .where('product_number', '=', sql<number>`any(${numbers}::bigint[])`)
    .execute()
}

/** Marks a seller's products as deleted; returns those that were not yet. */
export async function deleteOwnProducts(tx: Tx, numbers: number[], sellerId: string, now: Date) {
  // guard: seller-delete
  const deleted = await tx
    .updateTable('products')
    .set({ visibility: 'deleted', deleted_at: now, updated_at: now })
    .where('product_number', '=', sql<number>`any(${numbers}::bigint[])`)
    .where('seller_id', '=', sellerId)
    .where(IS_PRESENT) // guard: not-deleted-yet
    .returning(LISTED_COLUMNS)
    .execute()
  return deleted.map(fromStored)
}

/** Undoes a seller's own deletion after `since`; returns the product if there was one. */
export async function restoreOwnProduct(
  tx: Tx,
  productId: string,
  { sellerId, isHidden, since, now }: { sellerId: string; isHidden: boolean; since: Date; now: Date },
): Promise<ListedProduct | undefined> {
  const restored = await tx
    .updateTable('products')
    .set({ visibility: shownUnlessHidden(sql`${isHidden}::boolean`), deleted_at: null, updated_at: now })
    .where('product_id', '=', productId)
    .where('seller_id', '=', sellerId)
    .where('visibility', '=', sql.lit('deleted'))
    .where('deleted_at', '>=', since)
    .where(
      sql<boolean>`not ${wasActedOn({ action: 'delete_product', target: sql`products.product_id`, at: sql`products.deleted_at` })}`,
    )
    .returning(LISTED_COLUMNS)
    .executeTakeFirst()
  return restored && fromStored(restored)
}

/** Locks and returns up to `limit` products deleted before `time` that still have pictures. */
export async function lockDeletedWithPictures(tx: Tx, time: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('products')
    .select('product_id')
    .where('visibility', '=', sql.lit('deleted'))
    .where('deleted_at', '<', time)
    .where('featured_image', '<>', sql.lit(''))
    .orderBy('deleted_at')
    .limit(limit)
    .forUpdate()
    .execute()
  return rows.map(({ product_id }) => product_id)
}

const VISIBLE = sql<boolean>`visibility = 'visible'`
const HIDDEN = sql<boolean>`visibility = 'hidden_with_seller'`

/** Hides the next `limit` products of a locked seller, or shows those that were hidden with the seller; returns them. */
export async function setHidden(
  tx: Tx,
  { seller_id, is_hidden }: { seller_id: string; is_hidden: boolean },
  limit: number,
): Promise<ListedProduct[]> {
  // Locked by ascending number, as orders do.
  const next = sql<number[]>`array(
    select product_number from products where seller_id = ${seller_id} and ${is_hidden ? VISIBLE : HIDDEN}
    order by product_number limit ${limit} for no key update
  )`
  const changed = await tx
    .updateTable('products')
    .set({ visibility: is_hidden ? 'hidden_with_seller' : 'visible' })
    .where(sql<boolean>`product_number = any(${next})`)
    .returning(LISTED_COLUMNS)
    .execute()
  return changed.map(fromStored)
}
