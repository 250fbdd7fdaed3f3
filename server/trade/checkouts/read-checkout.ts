import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import type { Checkout } from '../../../shared/checkouts/schema.ts'
import { type CheckoutRow, findCheckout } from '../../shop/stock/reservation-queries.ts'
import { checkoutNotFound } from './errors.ts'

/** Returns a checkout of the buyer. Throws AppError 404 for another's, an unknown or a malformed id. */
export async function readCheckout(db: Db, buyerId: string, id: string): Promise<Checkout> {
  const row = await findCheckout(db, buyerId, requireId(id))
  if (!row) throw checkoutNotFound()
  return toCheckout(row)
}

/** Returns the id. Throws AppError 404 for one that no checkout can have. */
export function requireId(id: string): string {
  if (!z.uuid().safeParse(id).success) throw checkoutNotFound()
  return id
}

/** Returns a checkout as its buyer sees it. */
export function toCheckout({ checkout_id, checkout_state, total_count, expires_at, lines }: CheckoutRow): Checkout {
  return {
    checkout_id,
    checkout_state,
    total_count: Number(total_count),
    lines: lines.map(({ product_id, product_name, unit_price, quantity }) => ({
      product_id,
      product_name,
      unit_price: Number(unit_price),
      quantity,
    })),
    expires_at: expires_at.toISOString(),
  }
}
