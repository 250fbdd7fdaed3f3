import { type RawBuilder, sql, type Updateable } from 'kysely'
import { prepared } from '../../../../db/prepared.ts'
import type { Db, Tables, Tx } from '../../../../db/tables.ts'
import { MAX_SELLERS_NAMED, type SellerPageSort } from '../../../../shared/catalog/constants.ts'
import type { ProductCard, SellerLink } from '../../../../shared/catalog/schema.ts'
import type { OwnSellerPage, Seller } from '../../../../shared/catalog/seller-schema.ts'
import type { SellerDeliveryPage } from '../../../../shared/delivery/schema.ts'
import { usualDelivery } from '../../../../shared/delivery/usual-delivery.ts'
import { isSelling } from '../../../people/accounts/suspension-queries.ts'
import { countOf, highestOf, isAny } from '../../../platform/data/count-queries.ts'
import type { PageRange } from '../../../platform/data/paging.ts'
import { directionSql } from '../../../platform/data/row-filter-queries.ts'
import { AWAY_UNTIL, CARD, deliveryOf } from './card-queries.ts'
import { fromStocked, type Stocked } from './product-columns.ts'
import { sellerRating } from './rating-queries.ts'

const SELLER_ID = sql.ref('seller_pages.seller_id')
const IS_SELLING = isSelling(SELLER_ID)

/** Returns the seller of a current or former handle, with the stored texts; undefined when suspended or not approved. */
export async function findSeller(db: Db, handle: string): Promise<(Seller & { seller_id: string }) | undefined> {
  const [row] = await sellerByHandle(db, { handle })
  if (!row) return undefined
  const {
    since,
    rating,
    delivery,
    dispatch_days,
    away_until,
    is_trader,
    legal_name,
    legal_address,
    legal_number,
    ...more
  } = row
  const { legal_phone, legal_email, register_name, ...seller } = more
  const legal = {
    legal_name,
    legal_address,
    legal_number,
    ...(legal_phone && { legal_phone }),
    ...(legal_email && { legal_email }),
    ...(register_name && { register_name }),
  }
  return {
    ...seller,
    since: since.toISOString(),
    ...(rating && { rating }),
    ...(dispatch_days !== null && { dispatch_days }),
    ...(away_until !== null && { away_until }),
    // Of the lightest and cheapest goods.
    ...(delivery && { delivery: usualDelivery(delivery, { amount: 0, weight_grams: null }) }),
    ...(is_trader !== null && { is_trader }),
    ...(is_trader !== false && Object.values(legal).some(Boolean) && { legal }),
  }
}

const TRADER_COLUMNS = ['is_trader', 'legal_name', 'legal_address', 'legal_number'] as const
const CONTACT_COLUMNS = ['legal_phone', 'legal_email', 'register_name'] as const

const sellerByHandle = prepared('seller_by_handle', (db, { handle }: { handle: string }) =>
  db
    .selectFrom('seller_handles')
    .innerJoin('seller_pages', 'seller_pages.seller_id', 'seller_handles.seller_id')
    .select(['seller_pages.seller_id', 'seller_pages.handle', 'name', 'awning', 'picture', 'banner', 'about', 'since'])
    .select(['dispatch_days', ...TRADER_COLUMNS, ...CONTACT_COLUMNS])
    .select(sellerRating(SELLER_ID).as('rating'))
    .select(AWAY_UNTIL.as('away_until'))
    .select(deliveryOf(SELLER_ID).as('delivery'))
    .where('seller_handles.handle', '=', handle)
    .where(IS_SELLING)
    .compile(),
)

/** Returns the first active sellers with exactly this name, ignoring accents and case. */
export const findSellersNamed = prepared('sellers_named', (db, { name }: { name: string }) =>
  db
    .selectFrom('seller_pages')
    .select(['handle', 'name', 'awning'])
    .where(sql`fold_text(name)`, '=', sql`fold_text(${name}::text)`)
    // Very many sellers may have the default name.
    .where('name', '<>', sql<string>`seller_name('{}')`)
    .where(IS_SELLING)
    .orderBy('page_number')
    .limit(MAX_SELLERS_NAMED)
    .compile(),
)

/** Returns the seller ids of current or former handles. */
export async function findSellerIds(db: Db, handles: readonly string[]): Promise<string[]> {
  const found = await db.selectFrom('seller_handles').select('seller_id').where('handle', 'in', handles).execute()
  return [...new Set(found.map(({ seller_id }) => seller_id))]
}

const SORT_KEYS: Record<SellerPageSort, RawBuilder<unknown>> = {
  name: sql`search_name`,
  'price-low-high': sql`product_price`,
  'price-high-low': sql`product_price`,
}

/** Returns a page of a seller's products, read from the nearer end of the index. */
export async function listPageOfSeller(
  db: Db,
  sellerId: string,
  { sort, range }: { sort: SellerPageSort; range: PageRange },
): Promise<ProductCard[]> {
  const key = SORT_KEYS[sort]
  const isDown = sort === 'price-high-low'
  const order = (down: boolean) => sql`${key} ${directionSql(down)}, product_number ${directionSql(down)}`
  const { rows } = await sql<Stocked<ProductCard>>`
    select ${CARD} from products join (
      select ${key}, product_number from products where seller_id = ${sellerId}::uuid and visibility = 'visible'
      order by ${order(isDown !== range.fromEnd)} offset ${range.offset} limit ${range.limit}
    ) page using (${key}, product_number)
    order by ${order(isDown)}`.execute(db)
  return rows.map(fromStocked)
}

export async function listSellerNames(db: Db | Tx, sellerIds: readonly string[]): Promise<Map<string, SellerLink>> {
  const pages = await db
    .selectFrom('seller_pages')
    .select(['seller_id', 'name', 'handle', 'awning'])
    .where('seller_id', '=', sql<string>`any(${sellerIds}::uuid[])`)
    .execute()
  return new Map(pages.map(({ seller_id, ...page }) => [seller_id, page]))
}

export function findOwnPage(db: Db | Tx, sellerId: string): Promise<OwnSellerPage | undefined> {
  return ownPage(db, sellerId).executeTakeFirst()
}

/** Returns and locks a seller's own page. */
export function lockOwnPage(tx: Tx, sellerId: string): Promise<OwnSellerPage | undefined> {
  return ownPage(tx, sellerId).forNoKeyUpdate().executeTakeFirst()
}

function ownPage(db: Db | Tx, sellerId: string) {
  return db
    .selectFrom('seller_pages')
    .select(['handle', 'about', 'banner', 'revision', 'dispatch_days', 'awning'])
    .where('seller_id', '=', sellerId)
}

/** Returns where and when a seller dispatches, as the seller edits it. */
export function readDeliverySettings(db: Db | Tx, sellerId: string): Promise<SellerDeliveryPage['settings']> {
  return db
    .selectFrom('seller_pages')
    .select(['revision', 'dispatch_days', sql<string>`coalesce(sends_from, '')`.as('sends_from')])
    .select(sql<string>`coalesce(to_char(away_until, 'YYYY-MM-DD'), '')`.as('away_until'))
    .where('seller_id', '=', sellerId)
    .executeTakeFirstOrThrow()
}

/** Claims a handle for a seller; returns false if another seller has it. */
export async function claimHandle(tx: Tx, sellerId: string, handle: string): Promise<boolean> {
  const claimed = await tx
    .insertInto('seller_handles')
    .values({ handle, seller_id: sellerId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('handle')
    .executeTakeFirst()
  if (claimed) return true
  return isAny(tx.selectFrom('seller_handles').where('handle', '=', handle).where('seller_id', '=', sellerId))
}

/** Counts a seller's current and former handles. */
export function countHandles(tx: Tx, sellerId: string): Promise<number> {
  return countOf(tx.selectFrom('seller_handles').where('seller_id', '=', sellerId))
}

export async function updatePage(
  tx: Tx,
  sellerId: string,
  page: Omit<Updateable<Tables['seller_pages']>, 'seller_id' | 'revision'>,
): Promise<void> {
  await tx
    .updateTable('seller_pages')
    .set({ ...page, revision: sql`revision + 1` })
    .where('seller_id', '=', sellerId)
    .execute()
}

/** Returns the sellers of a sitemap file who have products in the shop, by page number. */
export async function listSellersNumbered(db: Db, first: number, last: number) {
  return db
    .selectFrom('seller_pages')
    .select(['handle', 'updated_at'])
    .where('page_number', '>=', first)
    .where('page_number', '<=', last)
    .where(IS_SELLING)
    .where(sql<boolean>`exists (
      select from products where products.seller_id = ${SELLER_ID} and visibility = 'visible'
    )`)
    .orderBy('page_number')
    .execute()
}

export function readLastPageNumber(db: Db): Promise<number> {
  return highestOf(db.selectFrom('seller_pages'), sql`page_number`)
}
