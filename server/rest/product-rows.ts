import type { Db, Tx } from '../../db/tables.ts'
import type { Product } from '../../shared/catalog/schema.ts'
import { cleanDescription } from '../catalog/clean-description.ts'
import { findProductRows, listProductRows } from '../catalog/row-queries.ts'
import type { RowsFound } from '../data/bounded-rows-queries.ts'
import { tooManyRows } from './errors.ts'
import type { Selected } from './grammar/parse-columns.ts'
import type { ReadRequest } from './grammar/read-request.ts'

/** The descriptions of one list have at most about this many bytes together. */
const MAX_DESCRIPTIONS_BYTES = 512 * 1024

/** Returns which products of the shop are wanted: fewer when their descriptions are long, at least one. Throws AppError 400. */
export async function findProducts(db: Db, wanted: ReadRequest): Promise<RowsFound> {
  const rows = await findProductRows(db, wanted)
  if (!rows) throw tooManyRows('products', 'product_id, seller_id, product_name, product_category or product_price')
  if (!isDescribed(wanted.selected)) return rows
  let bytes = 0
  const found = rows.found.filter((row, index) => {
    bytes += row.bytes
    return index === 0 || bytes < MAX_DESCRIPTIONS_BYTES
  })
  return { ...rows, found, more: rows.more || found.length < rows.found.length }
}

/** Returns the products with these numbers, in their order, their descriptions cleaned if they are selected. */
export async function readProducts(
  db: Db | Tx,
  numbers: readonly number[],
  selected: Selected[] | undefined,
): Promise<Product[]> {
  const rows = await listProductRows(db, numbers)
  return isDescribed(selected)
    ? rows.map((row) => ({ ...row, product_desc: cleanDescription(row.product_desc) }))
    : rows
}

function isDescribed(selected: Selected[] | undefined): boolean {
  return selected?.some(({ column }) => column === 'product_desc') ?? true
}
