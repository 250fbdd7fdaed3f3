import { secondsBefore } from '../../../platform/config/clock.ts'
import { act, type BookDeps, type Books } from './books.ts'
import { listPaymentRows, repeatEvent, repeatReversed } from './control-queries.ts'
import { endDispute, lockedDispute, openDispute } from './disputes.ts'
import { findCharge } from './intent-queries.ts'
import { lockedIntent } from './intents.ts'
import { createRefund, failRefund, lockedRefund } from './refunds.ts'
import { invalid, SandboxRefusal } from './refusal.ts'

const AGAIN_SECONDS = 3600

/** Returns what the sandbox's page does to payments; false when there is no such object, or not in this state. */
export function createControls(deps: BookDeps) {
  return {
    /** Returns the newest payments, with their refunds, dispute and events. */
    listPayments: (limit = 100) => listPaymentRows(deps.db, limit),
    /** Lets an event arrive once more. */
    sendEventAgain: (eventId: string) => act(deps, ({ tx, now }) => repeatEvent(tx, eventId, now)),
    /** Lets the events of the last hour arrive once more, those of each payment in reverse order; returns how many. */
    sendLastHourReversed: () => act(deps, ({ tx, now }) => repeatReversed(tx, secondsBefore(now, AGAIN_SECONDS), now)),
    openDispute: (intentId: string) => tryTo(deps, (books) => disputeIntent(books, intentId)),
    endDispute: (disputeId: string, end: 'won' | 'lost') =>
      tryTo(deps, async (books) => endDispute(books, await lockedDispute(books, disputeId), end)),
    failRefund: (refundId: string) =>
      tryTo(deps, async (books) => failRefund(books, await lockedRefund(books, refundId), 'declined')),
    /** Refunds a payment as in the provider's own dashboard. */
    refundOutside: (intentId: string, amountCents: number) =>
      tryTo(deps, (books) => createRefund(books, { params: { payment_intent: intentId, amount: amountCents } })),
  }
}

async function tryTo(deps: BookDeps, work: (books: Books) => Promise<unknown>): Promise<boolean> {
  try {
    await act(deps, work)
    return true
  } catch (error) {
    if (error instanceof SandboxRefusal) return false
    throw error
  }
}

async function disputeIntent(books: Books, intentId: string): Promise<void> {
  const intent = await lockedIntent(books, intentId)
  const charge = intent.latest_charge === null ? undefined : await findCharge(books.tx, intent.latest_charge)
  if (!charge?.captured || charge.disputed || charge.amount_refunded === charge.amount_captured) {
    throw invalid('There is nothing to dispute.')
  }
  await openDispute(books, charge)
}
