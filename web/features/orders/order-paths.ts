/** Returns the address of the page that tracks an order. */
export function trackingPath(orderId: string): string {
  return `/order-tracking?${new URLSearchParams({ orderId })}`
}

/** Returns the address of the page that confirms an order. */
export function confirmationPath(orderId: string): string {
  return `/order-confirmation/${orderId}`
}

/** Returns the address of the receipt for what one seller has in an order. */
export function receiptPath(orderId: string, number: number): string {
  return `/order-receipt/${orderId}/${number}`
}
