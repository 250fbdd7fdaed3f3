/** Where an order is tracked. */
export function trackingPath(orderId: string): string {
  return `/order-tracking?${new URLSearchParams({ orderId })}`
}

/** Where a buyer learns that an order was placed. */
export function confirmationPath(orderId: string): string {
  return `/order-confirmation/${orderId}`
}
