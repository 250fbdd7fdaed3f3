import { sql } from 'kysely'
import { LOWEST_PRICE_DAYS } from '../../../shared/catalog/constants.ts'

const RECENT_CHANGES = sql`price_changes
  where price_changes.product_number = products.product_number
    and changed_at > now() - make_interval(days => ${LOWEST_PRICE_DAYS})`

/** SQL for the lowest price at which a row of `products` was sold within these days, the present one included. */
// A price that ended within these days was valid within them.
const LOWEST = sql`least(product_price, (select min(price_before) from ${RECENT_CHANGES}))`

/** SQL for that price of a product on flash sale; null for others. */
export const LOWEST_PRICE_OF_SALE = sql<string | null>`case when flash_sale then ${LOWEST} end`

/** SQL for that price of a product that is reduced: on flash sale, or cheaper than before its last change; null for others. */
export const LOWEST_PRICE = sql<string | null>`case
  when flash_sale
    or (select price_before > product_price from ${RECENT_CHANGES} order by changed_at desc, change_number desc limit 1)
  then ${LOWEST}
end`
