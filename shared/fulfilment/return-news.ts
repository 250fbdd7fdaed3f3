/** What sellers learn of a return, by the event; what they do themselves is none. */
const CHANGES: Readonly<Record<string, string>> = {
  return_withdrawn: 'the buyer withdrew the return',
  return_sent: 'a return is on its way',
  return_expired: 'a return has ended, as the buyer did not send it in time',
  return_accepted: 'an admin accepted the return',
  return_declined: 'an admin declined the return',
  returned: 'an admin recorded what came back',
}

/** Returns what a seller learns of a return of a seller order. */
export function returnChanged(sellerOrderId: string, change: string): string {
  return `${sellerOrderId}: ${CHANGES[change] ?? 'a return was changed'}`
}
