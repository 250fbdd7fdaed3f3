import type { ReturnEventKind } from './constants.ts'

/** What sellers learn of a return, by the event; their buyer's request has a text of its own. */
const CHANGES: Readonly<Record<Exclude<ReturnEventKind, 'return_requested'>, string>> = {
  return_withdrawn: 'the buyer withdrew the return',
  return_sent: 'a return is on its way',
  return_expired: 'a return has ended, as the buyer did not send it in time',
  return_accepted: 'an admin accepted the return',
  return_declined: 'an admin declined the return',
  returned: 'an admin recorded what came back',
}

/** Returns what a seller learns of a return of a seller order. */
export function returnChanged(sellerOrderId: string, change: string): string {
  const text = (CHANGES as Readonly<Record<string, string>>)[change]
  return `${sellerOrderId}: ${text ?? 'a return was changed'}`
}
