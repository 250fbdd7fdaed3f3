import type { Order } from '../../../shared/orders/schema.ts'
import type { Paying } from '../../../shared/payments/schema.ts'
import type { OrderAttempt } from './place-order.ts'

export interface PaidWith {
  /** Stands for the buyer's means of payment. */
  token: string | undefined
  address: string
}

/** Places an order, where payments are taken after its payment; returns what is left to do before that. */
export type PlaceWithPayment = (attempt: OrderAttempt, paidWith: PaidWith) => Promise<Order | Paying>
