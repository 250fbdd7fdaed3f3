/** Returns what changed of whether a seller order is to be sent. */
export function orderHeld(sellerOrderId: string, change: string): string {
  if (change === 'do_not_send') return `${sellerOrderId} was refunded: do not send it`
  if (change === 'wait_to_send') return `${sellerOrderId} is disputed: wait before sending`
  return `${sellerOrderId} can be sent after all`
}
