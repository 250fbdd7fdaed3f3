import { type RawBuilder, sql } from 'kysely'
import { LOWEST_PRICE_DAYS } from '../../../../shared/catalog/constants.ts'
import type { SellerDelivery } from '../../../../shared/delivery/offers.ts'
import { columnList } from '../../../platform/data/columns.ts'
import { shownStock } from '../../stock/shown-queries.ts'
import { CARD_COLUMNS } from './product-columns.ts'
import { shownRating } from './rating-queries.ts'

const CHANGES = sql`price_changes where price_changes.product_number = products.product_number`
const DAYS = sql`make_interval(days => ${LOWEST_PRICE_DAYS})`

/**
 * SQL for the lowest price of a row of `products` in the days before its current price (Directive 98/6/EC, Art. 6a),
 * during a flash sale and for the same number of days after a reduction; otherwise null.
 */
// A former price counts if it ended within these days, as it was valid then.
export const LOWEST_PRICE = sql<string | null>`(
  select case when price_before > product_price and (flash_sale or began > now() - ${DAYS}) then (
    select min(price_before) from ${CHANGES} and changed_at > began - ${DAYS}
  ) end
  from (
    select price_before, changed_at as began from ${CHANGES} order by changed_at desc, change_number desc limit 1
  ) last_change
)`

/** SQL for that price during a flash sale; otherwise null. */
export const LOWEST_PRICE_OF_SALE = sql<string | null>`case when flash_sale then ${LOWEST_PRICE} end`

/** Null without a page. */
const SELLER = sql`(
  select json_strip_nulls(json_build_object('handle', handle, 'name', name, 'awning', awning, 'dispatch_days', dispatch_days))
  from seller_pages where seller_pages.seller_id = products.seller_id
) as seller`
/** SQL for the day until which the seller of a row of `seller_pages` is away; null when that is over. */
export const AWAY_UNTIL = sql<string | null>`
  case when away_until is null then null when away_until > market_day(now()) then away_until::text end`

/** Returns SQL for what and where a seller delivers; null without methods. */
export const deliveryOf = (sellerId: RawBuilder<unknown>) =>
  sql<SellerDelivery | null>`(select delivery from delivery_of(${sellerId}) delivery)`

/** SQL for the card fields of a row of `products`. */
export const CARD = sql`${columnList(CARD_COLUMNS)}, other_images ->> 0 as second_image, delivery_kind, picture_texts[1] as picture_text, ${SELLER}, ${LOWEST_PRICE_OF_SALE} as lowest_price, ${shownStock} as stock, ${shownRating} as rating`
