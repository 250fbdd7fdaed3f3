import { returnMessages } from '../../../shared/fulfilment/return-messages.ts'
import type { BuyerReturn } from '../../../shared/fulfilment/return-schema.ts'

/** Returns what is said of how far a return is. */
export function returnStateText({ state, sent_at }: Pick<BuyerReturn, 'state' | 'sent_at'>): string {
  return state === 'accepted' && sent_at ? returnMessages.onItsWay : returnMessages.states[state]
}
