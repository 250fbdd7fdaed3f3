import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '../../../db/tables.ts'
import { editProductSchema, type ProductRow, saveProductSchema, writtenFields } from '../../../shared/catalog/schema.ts'
import { acting } from '../../people/audit/acting.ts'
import type { Match } from '../../platform/data/lock-matching.ts'
import { allOf, type Condition, equals, type RowsWanted, requiredOf } from '../../platform/data/row-filter.ts'
import type { RowsFound } from '../../platform/data/row-filter-queries.ts'
import { callerOf } from '../../platform/http/guards.ts'
import { absoluteAddress, originOf, storedAddress } from '../../platform/http/page-address.ts'
import { cleanHtml } from '../../platform/rich-text/clean-html.ts'
import {
  changeFlashSaleOfMatching,
  deleteMatching,
  deleteOwnMatching,
  editMatching,
  logProducts,
} from '../../shop/catalog/editing/change-products.ts'
import { editProduct } from '../../shop/catalog/editing/edit-products.ts'
import { productIdOf } from '../../shop/catalog/products/catalog-changes.ts'
import { productError } from '../../shop/catalog/products/errors.ts'
import { findProductRows, type HiddenOf, listProductRows } from '../../shop/catalog/products/row-queries.ts'
import { findOwnProduct } from '../../shop/catalog/products/seller-queries.ts'
import { nothingToChange, oneRowAtATime, tooManyRows } from './errors.ts'
import type { Selected } from './grammar/parse-columns.ts'
import type { ReadRequest, RowsRequest } from './grammar/read-request.ts'
import { idOf, isSpecifiedForm, matchWritten } from './matching.ts'
import type { RestDeps } from './rest-deps.ts'
import type { ChangeProduct, NamedProduct } from './schema.ts'
import { checkRow } from './sent-rows.ts'
import { stageRow } from './stage-row.ts'
import { PRODUCTS } from './tables.ts'

const fieldsSchema = saveProductSchema.pick(writtenFields).partial()

/** Changes the products of a request, like the product form; returns their numbers. Throws AppError 400, 404. */
export async function changeProducts(
  request: FastifyRequest,
  deps: RestDeps,
  { rows, body }: { rows: RowsRequest; body: ChangeProduct },
): Promise<number[]> {
  const { id, product_id, flash_sale, ...edits } = body
  const { role, user_id } = callerOf(request)
  const hiddenOf = role === 'admin' ? undefined : user_id
  const match = await matchProducts(request, deps, { rows, named: { id, product_id }, hiddenOf })
  if (role === 'admin') {
    if (flash_sale === undefined) throw nothingToChange()
    const numbers = await changeFlashSaleOfMatching(deps.db, acting(request, deps.clock), match, flash_sale)
    logProducts(request, 'flash_sale_changed', numbers.map(productIdOf))
    return requireFound(rows, numbers)
  }
  if (!Object.keys(edits).length) {
    requireFound(rows, await match(deps.db))
    throw nothingToChange()
  }
  return requireFound(rows, await editProducts(request, deps, match, edits))
}

type Edits = Omit<ChangeProduct, 'id' | 'product_id' | 'flash_sale'>

async function editProducts(request: FastifyRequest, deps: RestDeps, match: Match, edits: Edits): Promise<number[]> {
  const { featured_image: featured, other_images: others, ...fields } = edits
  if (featured === undefined && others === undefined) {
    return editMatching(deps.db, { match, fields: checkRow(fieldsSchema, fields), now: deps.clock() })
  }
  // Clients send back the addresses that they have read, which may begin with our origin.
  const origin = originOf(request, deps.config.siteUrl)
  const pictures = {
    ...(featured !== undefined && { featured_image: storedAddress(origin, featured) }),
    ...(others && { other_images: others.map((picture) => storedAddress(origin, picture)) }),
  }
  const numbers = await match(deps.db)
  if (numbers.length > 1) throw oneRowAtATime('Pictures are changed')
  const { user_id: sellerId } = callerOf(request)
  for (const productId of numbers.map(productIdOf)) {
    const present = await findOwnProduct(deps.db, sellerId, productId)
    if (!present) return []
    // Alternative texts stay with their pictures; those just read are in the order of the current pictures.
    const row = { ...present, ...fields, ...pictures, picture_texts: undefined }
    const form = await stageRow(row, editProductSchema, deps.storage)
    await editProduct(deps, { sellerId, productId, form, now: deps.clock(), match })
  }
  return numbers
}

/** Deletes the products of a request; returns their former rows if requested. Throws AppError 400, 404. */
export async function removeProducts(
  request: FastifyRequest,
  deps: RestDeps,
  { rows, body }: { rows: RowsRequest; body: NamedProduct },
): Promise<Partial<ProductRow>[]> {
  const { role, user_id: sellerId } = callerOf(request)
  const hiddenOf = role === 'admin' ? 'all' : sellerId
  const match = await matchProducts(request, deps, { rows, named: body, hiddenOf })
  const isWanted = rows.preferences.return === 'representation'
  const before = isWanted ? await readProducts(request, deps, await match(deps.db), { rows, hiddenOf }) : []
  const numbers =
    role === 'admin'
      ? await deleteMatching(deps.db, acting(request, deps.clock), match)
      : await deleteOwnMatching(deps.db, { sellerId, match, now: deps.clock() })
  const ids = requireFound(rows, numbers).map(productIdOf)
  if (role === 'admin') logProducts(request, 'products_deleted', ids)
  return isWanted
    ? before.filter((product) => ids.includes(product.product_id))
    : ids.map((product_id) => ({ product_id }))
}

interface ProductsNamed {
  rows: RowsRequest
  named: NamedProduct
  hiddenOf: HiddenOf
}

async function matchProducts(request: FastifyRequest, { db }: RestDeps, { rows, named, hiddenOf }: ProductsNamed) {
  const id = idOf(named, 'product_id')
  const { role, user_id } = callerOf(request)
  const find = (from: Db | Tx, wanted: RowsWanted) => findProductRows(from, wanted, hiddenOf)
  const written = { table: PRODUCTS, find, id }
  if (role === 'admin') return matchWritten(rows, written)
  const own = equals('seller_id', user_id)
  const isNamed = requiredOf(rows.condition, 'product_id').some(({ operator }) => operator === 'eq')
  const exists = async (condition: Condition) =>
    (await find(db, { condition, order: [], offset: 0, limit: 1 }))?.found.length === 1
  // Naming another seller's product is refused; otherwise other sellers' rows are invisible.
  if (isNamed && (await exists(rows.condition)) && !(await exists(allOf(rows.condition, own))))
    throw productError('product_not_found')
  return matchWritten(rows, { ...written, scope: own })
}

function requireFound(rows: RowsRequest, numbers: number[]): number[] {
  if (!numbers.length && isSpecifiedForm(rows)) throw productError('product_not_found')
  return numbers
}

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
