import { cartMessages } from '../../../shared/cart/messages.ts'
import { reservationRefusals } from '../../../shared/checkouts/messages.ts'
import { toDollars } from '../../../shared/kernel/money.ts'
import { checkoutRefusals } from '../../../shared/orders/checkout-messages.ts'
import type { OrderState } from '../../../shared/orders/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { orderListMessages } from '../../../shared/orders/order-list-messages.ts'
import type { ChangedTotal } from '../../../shared/orders/schema.ts'
import { AppError } from '../../platform/http/errors.ts'
import { productIdOf } from '../../shop/catalog/products/product-ids.ts'
import type { ProductToOrder } from '../../shop/catalog/products/purchase-queries.ts'
import { tooMany } from '../../shop/stock/errors.ts'
import type { Refused } from '../../shop/stock/sell.ts'

export const noPurchaseForSellersAndAdmins = new AppError(
  403,
  'buyers_only',
  cartMessages.noPurchaseForSellersAndAdmins,
)

export const cartEmpty = () => new AppError(409, 'cart_empty', cartMessages.empty)

/** Products deleted since they were added to the cart. */
export const productsGone = (products: { product_id: string; product_name: string }[]) => {
  const details = {
    product_ids: products.map((gone) => gone.product_id),
    product_names: products.map((gone) => gone.product_name),
  }
  return new AppError(409, 'product_gone', checkoutRefusals.product_gone(details), { details })
}

/** A price or the cart has changed since the page was shown. */
export const totalChanged = (totalCents: number, lines: readonly ProductToOrder[]) => {
  const details: ChangedTotal = {
    total: toDollars(totalCents),
    lines: lines.map(({ product_id, product_name, product_price, quantity }) => ({
      product_id,
      product_name,
      product_price: Number(product_price),
      quantity,
    })),
  }
  return new AppError(409, 'total_changed', checkoutRefusals.total_changed(details), { details })
}

/** The requested quantities exceed the limit per order or the stock. */
export const refusedBy = (
  refused: readonly Refused[],
  lines: readonly { product_number: number; product_name: string }[],
) => {
  const limited = refused.find(({ max_per_order }) => max_per_order !== null)
  if (limited?.max_per_order) return tooMany(limited.max_per_order, productIdOf(limited.product_number))
  const nameOf = new Map(lines.map((line) => [line.product_number, line.product_name]))
  const details = {
    lines: refused.map(({ product_number, available }) => ({
      product_id: productIdOf(product_number),
      product_name: nameOf.get(product_number) ?? '',
      available,
    })),
  }
  return new AppError(409, 'insufficient_stock', reservationRefusals.insufficient_stock(details), { details })
}

export const orderNotFound = () => new AppError(404, 'order_not_found', orderMessages.invalidId)
export const notOwnOrder = () => new AppError(403, 'forbidden', orderMessages.noPermission)
export const orderNotPending = () => new AppError(409, 'order_not_pending', orderMessages.orderNotPending)
export const addressGiven = () => new AppError(409, 'address_given', orderMessages.addressGiven)

export const malformedKey = () =>
  new AppError(400, 'invalid_request', 'Idempotency-Key: must be 1 to 255 visible characters')
/** `orderId` is the order of the first request, if there is one. */
export const keyReused = (orderId: string | null) =>
  new AppError(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request.', {
    ...(orderId !== null && { details: { order_id: orderId } }),
  })

export const adminOrderNotFound = () => new AppError(404, 'order_not_found', orderListMessages.orderNotFound)
export const orderChanged = (order_state: OrderState) =>
  new AppError(409, 'order_changed', orderListMessages.orderChanged, { details: { order_state } })
