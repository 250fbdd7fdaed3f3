import { randomUUID } from 'node:crypto'
import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { MAX_METHOD_NAME, MAX_METHODS } from '../../../shared/delivery/constants.ts'
import { deliveryErrors } from '../../../shared/delivery/errors.ts'
import { methodMessages } from '../../../shared/delivery/method-messages.ts'
import type {
  MethodForm,
  SaveDeliverySettings,
  SaveMethod,
  SellerDeliveryPage,
  SellerMethod,
} from '../../../shared/delivery/schema.ts'
import { toCents } from '../../../shared/kernel/money.ts'
import { cleanName } from '../../../shared/kernel/text.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { catalogChanged, sellerChange, tagOf } from '../catalog/products/catalog-changes.ts'
import * as pages from '../catalog/products/seller-page-queries.ts'
import { countUnweighed } from '../catalog/products/seller-queries.ts'
import * as queries from './method-queries.ts'

const deliveryError = errorsOf(deliveryErrors)

/** Returns a seller's methods with what they depend on. */
export async function readDelivery(db: Db | Tx, sellerId: string): Promise<SellerDeliveryPage> {
  return {
    methods: await queries.listMethods(db, sellerId),
    settings: await pages.readDeliverySettings(db, sellerId),
    unweighed: await countUnweighed(db, sellerId),
  }
}

/** Changes methods of a seller, one change at a time; returns those that exist then. */
function change(
  db: Db,
  sellerId: string,
  run: (tx: Tx, present: SellerMethod[]) => Promise<unknown>,
): Promise<SellerMethod[]> {
  return inTransaction(db, async (tx) => {
    const page = await pages.lockOwnPage(tx, sellerId) // guard: delivery-methods-lock
    const present = await queries.listMethods(tx, sellerId)
    await run(tx, present)
    const after = await queries.listMethods(tx, sellerId)
    // Pages ask for delivery only while any seller has a method.
    const isOther = present.length > 0 !== after.length > 0
    await catalogChanged(tx, [...sellerChange(page?.handle ?? ''), ...(isOther ? [tagOf.settings] : [])])
    return after
  })
}

function found(methods: readonly SellerMethod[], id: string): SellerMethod {
  const method = methods.find(({ method_id }) => method_id === id)
  if (!method) throw deliveryError('method_not_found')
  return method
}

/** Returns the columns of a form, without what its kinds of method and price do not use. */
function columnsOf<Form extends MethodForm>(form: Form) {
  const { kind, price_by, price, more_price, weight_steps, pickup_address } = form
  const steps = weight_steps.map((step) => ({ ...step, price: toCents(step.price) }))
  return {
    ...form,
    price: price_by === 'weight' ? 0 : price,
    more_price: price_by === 'item' ? more_price : 0,
    weight_steps: JSON.stringify(price_by === 'weight' ? steps : []),
    pickup_address: kind === 'pickup' ? pickup_address : '',
  }
}

async function insert(tx: Tx, present: readonly SellerMethod[], method: MethodForm & queries.MethodKey): Promise<void> {
  if (present.length >= MAX_METHODS) throw deliveryError('too_many_methods')
  await queries.insertMethod(tx, columnsOf(method))
}

/** Adds a method after the others. Throws AppError 409 when there are too many. */
export async function addMethod(db: Db, seller_id: string, form: MethodForm): Promise<SellerMethod> {
  const method_id = randomUUID()
  const add = (tx: Tx, present: SellerMethod[]) => insert(tx, present, { ...form, method_id, seller_id })
  return found(await change(db, seller_id, add), method_id)
}

/** Adds a copy of a method after it, switched off. Throws AppError 404, or 409 when there are too many. */
export async function duplicateMethod(db: Db, seller_id: string, id: string): Promise<SellerMethod> {
  const copy = randomUUID()
  const methods = await change(db, seller_id, async (tx, present) => {
    const { revision: _, ...method } = found(present, id)
    const name = cleanName(methodMessages.copyOf({ name: method.name }))
      .slice(0, MAX_METHOD_NAME)
      .toWellFormed()
      .trim()
    await insert(tx, present, { ...method, method_id: copy, seller_id, name, active: false })
    await queries.orderMethods(
      tx,
      present.flatMap(({ method_id }) => (method_id === id ? [method_id, copy] : [method_id])),
    )
  })
  return found(methods, copy)
}

/** Changes a method. Throws AppError 404; 409 when it was changed since. */
export async function saveMethod(
  db: Db,
  sellerId: string,
  id: string,
  { revision, ...form }: SaveMethod,
): Promise<SellerMethod> {
  const methods = await change(db, sellerId, async (tx, present) => {
    if (found(present, id).revision !== revision) throw deliveryError('newer_revision')
    await queries.updateMethod(tx, id, columnsOf(form))
  })
  return found(methods, id)
}

/** Deletes a method; orders keep what they have of it. Throws AppError 404. */
export async function deleteMethod(db: Db, sellerId: string, id: string): Promise<void> {
  await change(db, sellerId, (tx, present) => queries.deleteMethod(tx, found(present, id).method_id))
}

/** Saves the order of all methods. Throws AppError 409 when some were added or removed meanwhile. */
export async function orderMethods(db: Db, sellerId: string, ids: readonly string[]): Promise<SellerDeliveryPage> {
  await change(db, sellerId, async (tx, present) => {
    const presentIds = present.map(({ method_id }) => method_id)
    if (presentIds.toSorted().join() !== ids.toSorted().join()) throw deliveryError('newer_revision')
    await queries.orderMethods(tx, ids)
  })
  return readDelivery(db, sellerId)
}

/** Changes where and when a seller dispatches. Throws AppError 409 when the seller's page was changed since. */
export function saveSettings(
  db: Db,
  sellerId: string,
  { revision, ...settings }: SaveDeliverySettings,
  now: Date,
): Promise<SellerDeliveryPage> {
  return inTransaction(db, async (tx) => {
    const page = await pages.lockOwnPage(tx, sellerId)
    if (page?.revision !== revision) throw deliveryError('newer_revision')
    const { sends_from, dispatch_days, away_until } = settings
    const written = { sends_from: sends_from || null, dispatch_days, away_until: away_until || null }
    await pages.updatePage(tx, sellerId, { ...written, updated_at: now })
    await catalogChanged(tx, sellerChange(page.handle))
    return readDelivery(tx, sellerId)
  })
}
