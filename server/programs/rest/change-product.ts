import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '../../../db/tables.ts'
import { editProductSchema, type ProductRow, saveProductSchema, writtenFields } from '../../../shared/catalog/schema.ts'
import { acting } from '../../people/audit/acting.ts'
import type { Match } from '../../platform/data/lock-matching.ts'
import { allOf, type Condition, equals, type RowsWanted, requiredOf } from '../../platform/data/row-filter.ts'
import { originOf, storedAddress } from '../../platform/http/absolute-addresses.ts'
import { callerOf } from '../../platform/http/guards.ts'
import {
  changeFlashSaleOfMatching,
  deleteMatching,
  deleteOwnMatching,
  editMatching,
} from '../../shop/catalog/editing/change-matching.ts'
import { logProducts } from '../../shop/catalog/editing/change-products.ts'
import { editProduct } from '../../shop/catalog/editing/edit-product.ts'
import { productError } from '../../shop/catalog/products/errors.ts'
import { productIdOf } from '../../shop/catalog/products/product-ids.ts'
import { findProductRows, type HiddenOf } from '../../shop/catalog/products/row-queries.ts'
import { findOwnProduct } from '../../shop/catalog/products/seller-queries.ts'
import { nothingToChange, oneRowAtATime } from './errors.ts'
import type { RowsRequest } from './grammar/read-request.ts'
import { idOf, isSpecifiedForm, matchWritten } from './matching.ts'
import { readProducts } from './product-rows.ts'
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
    // Alternative texts stay with their pictures; those just read are in the order of the present pictures.
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
