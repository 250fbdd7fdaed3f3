import { sql } from 'kysely'
import type { Db } from '../../../../db/tables.ts'
import { IS_OUT_OF_STOCK } from '../../stock/shown-queries.ts'
import { ratingTenths } from '../products/rating-queries.ts'
import type { Filtered } from './search-filters.ts'

/** A product that a search may show. */
export interface Candidate extends Filtered {
  number: number
}

export const CANDIDATE = sql`json_build_object(
  'number', product_number, 'price', product_price, 'categories', product_category, 'flash_sale', flash_sale,
  'is_out', ${IS_OUT_OF_STOCK}, 'seller', seller_id,
  'rating', coalesce(${ratingTenths(sql`products`)}, 0))`

/** Returns products as candidates, in the order of the numbers. */
export async function listCandidates(db: Db, numbers: readonly number[]): Promise<Candidate[]> {
  if (!numbers.length) return []
  const { rows } = await sql<{ candidate: Candidate }>`
    select ${CANDIDATE} as candidate from unnest(${numbers}::bigint[]) with ordinality as wanted (product_number, place)
    join products using (product_number) where visibility = 'visible' order by place`.execute(db)
  return rows.map(({ candidate }) => candidate)
}
