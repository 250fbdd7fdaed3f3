import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import type { Product } from '../../shared/catalog/schema.ts'
import { columnList } from '../data/columns.ts'
import type { Rows } from '../data/rows.ts'
import { fromStored, PRODUCT_COLUMNS, type Stored } from './product-columns.ts'

/** The descriptions of one list have at most about this many bytes together. */
const MAX_DESCRIPTIONS_BYTES = 512 * 1024

const COLUMNS = columnList(PRODUCT_COLUMNS)

/**
 * Returns the products of the shop after the one numbered `after`, by number; descriptions as they are stored. Fewer
 * than `limit` when their descriptions are long, at least one.
 */
export async function listProductRows(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<Rows<Product>> {
  const { rows } = await sql<Stored<Product> & { following: number }>`
    select ${COLUMNS}, following
    from (
      select *, count(*) over () as following,
        sum(octet_length(product_desc)) over (order by product_number) - octet_length(product_desc) as bytes_before
      from (
        select * from products where visibility = 'visible' and product_number > ${after}
        order by product_number limit ${limit + 1}
      ) next
    ) measured
    where bytes_before < ${MAX_DESCRIPTIONS_BYTES} order by product_number limit ${limit}`.execute(db)
  return {
    rows: rows.map(({ following: _, ...row }) => fromStored(row)),
    more: rows.length < (rows[0]?.following ?? 0),
  }
}

/** Returns ids and last changes of the products in the shop numbered from `first` to `last`, by number. */
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
