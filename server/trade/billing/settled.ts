import type { Order } from '../../../shared/orders/schema.ts'
import type { CheckoutRow } from '../../shop/stock/reservation-queries.ts'
import type { Intent } from '../payments/provider.ts'
import type { PaymentRow } from '../payments/queries.ts'

export type Settled =
  | { kind: 'placed'; order: Order }
  | { kind: 'placed_before'; orderId: string }
  | { kind: 'step'; url: string }
  /** What the page of the checkout lets the buyer do. */
  | { kind: 'client'; clientSecret: string }
  | { kind: 'waiting' }
  /** The checkout is open again: nothing was taken, and nothing can be. */
  | { kind: 'declined'; declineCode: string | null }
  /** It was paid when its checkout had ended: the money goes back. */
  | { kind: 'late' }

export type AttemptedPayment = Pick<PaymentRow, 'payment_id' | 'checkout_id' | 'buyer_id' | 'amount' | 'attempts'>

/** What a request knows of the attempt that it has begun: lines of a checkout do not change while it is being paid. */
export interface Attempted {
  payment: AttemptedPayment
  checkout: CheckoutRow
}

export type PaidAttempt = Attempted & { intent: Intent }
