import { inTransaction } from '../../../db/connect.ts'
import { PAYMENT_WAIT_MS, type PaymentState } from '../../../shared/payments/constants.ts'
import { secondsAfter } from '../../platform/config/clock.ts'
import { lockCheckoutRow, setCheckoutState } from '../../shop/stock/reservation-queries.ts'
import type { Intent, Outcome } from '../payments/provider.ts'
import { findPayment, lockPayment, type PaymentRow, updatePayment } from '../payments/queries.ts'
import type { BillingDeps } from './billing-deps.ts'
import { placePaid } from './place-paid.ts'
import type { Attempted, Settled } from './settled.ts'

/**
 * Applies what the provider says of the last attempt of a payment, once: the request, an event and the job may all try.
 * A failed attempt is cancelled at the provider first, so that a checkout that is open cannot be paid any more. `begun`
 * is what the request knows that has begun it.
 */
export async function settle(
  deps: BillingDeps,
  paymentId: string,
  outcome: Outcome,
  begun?: Attempted,
): Promise<Settled> {
  if (outcome.kind === 'missing') return reopen(deps, paymentId, outcome)
  if (outcome.kind !== 'intent') return wait(deps, paymentId, { state: 'processing', ref: undefined })
  const { intent } = outcome
  switch (intent.status) {
    case 'paid':
    case 'authorized':
      return begun ? deps.placePaid({ intent, ...begun }) : placePaid(deps, { paymentId, intent })
    case 'requires_action':
      return wait(deps, paymentId, { ...intent, state: 'requires_action' })
    case 'processing':
      return wait(deps, paymentId, { state: 'processing', ref: intent.ref })
    case 'failed': {
      const ended = await deps.provider.cancel(intent.ref)
      if (ended.kind !== 'intent' || ended.intent.status === 'failed')
        return wait(deps, paymentId, { state: 'processing', ref: intent.ref })
      if (ended.intent.status !== 'cancelled') return settle(deps, paymentId, ended)
      return reopen(deps, paymentId, { ...ended.intent, declineCode: intent.declineCode ?? ended.intent.declineCode })
    }
    case 'cancelled':
      return reopen(deps, paymentId, intent)
  }
}

async function wait(
  { db, clock }: BillingDeps,
  paymentId: string,
  { state, ref, nextUrl, clientSecret }: { state: PaymentState; ref: string | undefined } & Partial<Intent>,
): Promise<Settled> {
  return inTransaction(db, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    if (!payment) throw new Error('a payment that is being made is missing')
    if (payment.order_id) return { kind: 'placed_before', orderId: payment.order_id }
    // Another request has found out more, or another attempt was begun.
    if (isEnded(payment) || (ref !== undefined && payment.provider_ref !== null && payment.provider_ref !== ref))
      return isEnded(payment) ? declinedAs(payment) : { kind: 'waiting' }
    await updatePayment(tx, paymentId, {
      payment_state: state,
      ...(ref !== undefined && { provider_ref: ref }),
      ...(payment.payment_state === 'created' && { check_at: secondsAfter(clock(), FIRST_CHECK_SECONDS) }),
    })
    if (nextUrl) return { kind: 'step', url: nextUrl }
    return clientSecret ? { kind: 'client', clientSecret } : { kind: 'waiting' }
  })
}

/** When the provider is asked first, after an attempt was begun. */
export const FIRST_CHECK_SECONDS = 10

const isEnded = ({ payment_state }: PaymentRow) => payment_state === 'declined' || payment_state === 'cancelled'
const declinedAs = ({ decline_code }: PaymentRow): Settled => ({ kind: 'declined', declineCode: decline_code })

/** Opens the checkout of an attempt again that the provider has cancelled, or never got. */
async function reopen(
  deps: BillingDeps,
  paymentId: string,
  intent: Pick<Intent, 'attempt'> & Partial<Intent>,
): Promise<Settled> {
  const { db } = deps
  const known = await findPayment(db, paymentId)
  return inTransaction(db, async (tx) => {
    const checkout = known?.checkout_id ? await lockCheckoutRow(tx, known.buyer_id, known.checkout_id) : undefined
    const payment = await lockPayment(tx, paymentId)
    if (!payment) throw new Error('a payment that is being made is missing')
    if (payment.order_id) return { kind: 'placed_before', orderId: payment.order_id }
    if (isEnded(payment)) return declinedAs(payment)
    // Of an earlier attempt.
    if (intent.attempt !== undefined && intent.attempt !== payment.attempts) return { kind: 'waiting' }
    const declineCode = intent.declineCode ?? null
    await updatePayment(tx, paymentId, {
      payment_state: declineCode ? 'declined' : 'cancelled',
      provider_ref: intent.ref ?? null,
      decline_code: declineCode,
      check_at: null,
    })
    if (checkout?.checkout_state === 'paying') await setCheckoutState(tx, checkout.checkout_id, 'open')
    if (deps.isJob && isLeft(deps, payment)) await deps.mails.notCompleted(tx, payment)
    return { kind: 'declined', declineCode }
  })
}

function isLeft({ clock }: BillingDeps, { attempted_at }: PaymentRow): boolean {
  return attempted_at !== null && clock().getTime() - attempted_at.getTime() > PAYMENT_WAIT_MS
}
