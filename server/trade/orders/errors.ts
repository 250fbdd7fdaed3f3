import { checkoutErrors } from '../../../shared/checkouts/errors.ts'
import { toDollars } from '../../../shared/kernel/money.ts'
import { adminOrderErrors, orderErrors } from '../../../shared/orders/errors.ts'
import { paidCharge } from '../../../shared/pricing/charge-rows.ts'
import type { Charge } from '../../../shared/pricing/charges.ts'
import { type AppError, errorsOf } from '../../platform/http/errors.ts'
import { productIdOf } from '../../shop/catalog/products/catalog-changes.ts'
import type { ProductToOrder } from '../../shop/catalog/products/purchase-queries.ts'
import { sellingError } from '../../shop/stock/errors.ts'
import type { Refused } from '../../shop/stock/sell.ts'

export const orderError = errorsOf(orderErrors)
export const adminOrderError = errorsOf(adminOrderErrors)
export const checkoutError = errorsOf(checkoutErrors)

export const productsGone = (products: { product_id: string; product_name: string }[]): AppError =>
  checkoutError('product_gone', {
    product_ids: products.map((gone) => gone.product_id),
    product_names: products.map((gone) => gone.product_name),
  })

export const totalChanged = (
  totalCents: number,
  lines: readonly ProductToOrder[],
  charges: readonly Charge[],
): AppError =>
  checkoutError('total_changed', {
    total: toDollars(totalCents),
    lines: lines.map(({ product_id, product_name, product_price, quantity }) => ({
      product_id,
      product_name,
      product_price: Number(product_price),
      quantity,
    })),
    ...(charges.length && { charges: charges.map(paidCharge) }),
  })

/** Returns the 409 for quantities above the limit per order or the stock. */
export function refusedBy(
  refused: readonly Refused[],
  lines: readonly { product_number: number; product_name: string }[],
): AppError {
  const limited = refused.find(({ max_per_order }) => max_per_order !== null)
  if (limited?.max_per_order) {
    const { max_per_order, product_number } = limited
    return sellingError('too_many', { max_per_order, product_id: productIdOf(product_number) })
  }
  const nameOf = new Map(lines.map((line) => [line.product_number, line.product_name]))
  return checkoutError('insufficient_stock', {
    lines: refused.map(({ product_number, available }) => ({
      product_id: productIdOf(product_number),
      product_name: nameOf.get(product_number) ?? '',
      available,
    })),
  })
}
