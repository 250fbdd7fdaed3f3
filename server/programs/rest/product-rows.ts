import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import type { ProductRow } from '../../../shared/catalog/schema.ts'
import type { RowsFound } from '../../platform/data/row-filter-queries.ts'
import { absoluteAddress, originOf } from '../../platform/http/absolute-addresses.ts'
import { cleanHtml } from '../../platform/rich-text/clean-html.ts'
import { findProductRows, type HiddenOf, listProductRows } from '../../shop/catalog/products/row-queries.ts'
import { tooManyRows } from './errors.ts'
import type { Selected } from './grammar/parse-columns.ts'
import type { ReadRequest, RowsRequest } from './grammar/read-request.ts'
import type { RestDeps } from './rest-deps.ts'

/** The total of one list's descriptions is limited to about this many bytes. */
const MAX_DESCRIPTIONS_BYTES = 512 * 1024

/** Returns the requested products: fewer, but at least one, when descriptions are long. Throws AppError 400. */
export async function findProducts(db: Db, wanted: ReadRequest, hiddenOf: HiddenOf): Promise<RowsFound> {
  const rows = await findProductRows(db, wanted, hiddenOf)
  if (!rows) throw tooManyRows('products', 'product_id, seller_id, product_name, product_category or product_price')
  if (!isDescribed(wanted.selected)) return rows
  let bytes = 0
  const found = rows.found.filter((row, index) => {
    bytes += row.bytes
    return index === 0 || bytes < MAX_DESCRIPTIONS_BYTES
  })
  return { ...rows, found, more: rows.more || found.length < rows.found.length }
}

/** Returns these products in the same order, in the form for clients. */
export async function readProducts(
  request: FastifyRequest,
  { db, config }: Pick<RestDeps, 'db' | 'config'>,
  numbers: readonly number[],
  { rows: { selected, isElsewhere }, hiddenOf }: { rows: RowsRequest; hiddenOf: HiddenOf },
): Promise<ProductRow[]> {
  const rows = await listProductRows(db, numbers, hiddenOf)
  const origin = originOf(request, config.siteUrl)
  const address = (picture: string) => (isElsewhere ? absoluteAddress(origin, picture) : picture)
  const descriptions: string[] = []
  for (const { product_desc } of isDescribed(selected) ? rows : []) {
    descriptions.push(cleanHtml(product_desc))
    // Lets other requests run between long texts.
    await nextTurn()
  }
  return rows.map((row, index) => ({
    ...row,
    product_desc: descriptions[index] ?? row.product_desc,
    featured_image: address(row.featured_image),
    other_images: row.other_images.map(address),
  }))
}

function isDescribed(selected: Selected[] | undefined): boolean {
  return selected?.some(({ column }) => column === 'product_desc') ?? true
}
