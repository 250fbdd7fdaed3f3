import type { Db, Tx } from '../../../db/tables.ts'
import { refundable } from '../../../shared/pricing/refundable.ts'
import { listSellerGoods } from '../orders/seller-queries.ts'
import { listRefunded } from '../payments/refund-queries.ts'

/** Returns the cents of each seller order of a payment that are neither refunded nor released, by seller. */
export async function refundableBySeller(
  db: Db | Tx,
  { payment_number, order_id }: { payment_number: number; order_id: string | null },
): Promise<Map<string, number>> {
  const sellers = order_id === null ? [] : await listSellerGoods(db, order_id)
  const refunded = await listRefunded(db, payment_number)
  return new Map(
    sellers.map(({ seller_id, ...paid }) => {
      return [seller_id, refundable({ ...paid, refunded: refunded.get(seller_id)?.all ?? 0 })]
    }),
  )
}
