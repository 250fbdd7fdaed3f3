import { sql } from 'kysely'
import type { Db } from '../../../../db/tables.ts'

export interface SampledProduct {
  search_name: string
  /** Dollars. */
  price: number
  categories: string[]
}

/** Returns about `size` random products of the shop, read in whole blocks, and how many products there are. */
export async function readSample(db: Db, size: number): Promise<{ total: number; rows: SampledProduct[] }> {
  const { rows: counted } = await sql<{ total: number }>`
    select coalesce(sum(products), 0)::bigint as total from category_sets`.execute(db)
  const total = counted[0]?.total ?? 0
  const percent = total > 2 * size ? (100 * size) / total : 100
  const { rows } = await sql<SampledProduct>`
    select search_name, product_price::float8 as price, product_category as categories
    from products tablesample system (${percent}) where visibility = 'visible'`.execute(db)
  return { total, rows }
}
