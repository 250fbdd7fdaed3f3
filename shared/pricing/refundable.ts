/** The amount paid for a seller order, and what was refunded or not captured. */
export interface PaidSellerOrder {
  goods: number
  charges: number
  given: number
}

export function refundable({ goods, charges, given }: PaidSellerOrder): number {
  return Math.max(0, goods + charges - given)
}
