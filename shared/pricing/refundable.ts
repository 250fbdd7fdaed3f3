/** The amount paid for a seller order, and what was refunded or not captured. */
interface PaidSellerOrder {
  goods: number
  charges: number
  refunded: number
}

export function refundable({ goods, charges, refunded }: PaidSellerOrder): number {
  return Math.max(0, goods + charges - refunded)
}
