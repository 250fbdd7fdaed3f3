import { sql } from 'kysely'
import { columnList } from '../../../platform/data/columns.ts'
import { shownStock } from '../../stock/shown-queries.ts'
import { CARD_COLUMNS } from './product-columns.ts'
import { shownRating } from './rating-queries.ts'

/** Null without a page. */
const SELLER = sql`(
  select json_build_object('handle', handle, 'name', name) from seller_pages where seller_pages.seller_id = products.seller_id
) as seller`
/** SQL for the card fields of a row of `products`. */
export const CARD = sql`${columnList(CARD_COLUMNS)}, other_images ->> 0 as second_image, picture_texts[1] as picture_text, ${SELLER}, ${shownStock} as stock, ${shownRating} as rating`
