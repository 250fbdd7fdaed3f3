/** The amount paid for a seller order, and the amounts that went back or were not taken. */
export interface PaidSellerOrder {
  goods: number
  charges: number
  given: number
}

/** Returns how much of a seller order can still go back. */
export function refundable({ goods, charges, given }: PaidSellerOrder): number {
  return Math.max(0, goods + charges - given)
}
