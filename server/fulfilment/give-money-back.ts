import { captureSoon } from '../payments/capture-queries.ts'
import { expireAwaiting, requestRefund } from '../payments/refund-queries.ts'
import type { Act } from './act.ts'

/** Has what was paid for cancelled units of an order refunded. */
export async function refundCancelled({ tx, now, actor, sellerOrder, payment }: Act, cents: number): Promise<void> {
  if (!payment) return
  const { seller_id } = sellerOrder
  await requestRefund(tx, {
    ...{ payment, cents, now, reason: 'cancelled' },
    ...{ seller_id, by_user: actor.role === 'system' ? null : actor.user_id },
  })
}

/** Ends waiting for the money of an order of which all is cancelled; what came of it is to be sent back, or not taken. */
export async function endAwaiting({ tx, now, payment }: Act): Promise<void> {
  if (payment?.payment_state === 'awaiting_transfer') await expireAwaiting(tx, payment, now)
  else if (payment) await captureSoon(tx, payment, now)
}
