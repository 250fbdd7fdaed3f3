import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'
import type { RateLimiter } from '../../platform/load/rate-limit.ts'
import type { CheckoutRow } from '../../shop/stock/reservation-queries.ts'
import type { OrderAttempt } from '../orders/place-order.ts'
import type { PlayedProvider, PlayedTransfers } from '../payments/gateway.ts'
import type { Provider } from '../payments/provider.ts'
import type { BuyerMails } from './mail-buyer.ts'
import type { AttemptedPayment, PaidAttempt, Settled } from './settled.ts'

export type Begun = { checkoutId: string } & (
  | { kind: 'settled'; settled: Settled }
  | { kind: 'running'; paymentId: string; isKeyed: boolean }
  /** This attempt runs, with other details or for another cart: it is ended first. */
  | { kind: 'other'; paymentId: string; attempt: number; isOfOtherCart: boolean }
  | { kind: 'start'; payment: AttemptedPayment; checkout: CheckoutRow; means: string }
)

export interface NewAttempt {
  attempt: OrderAttempt
  token: string | undefined
}

export interface BillingDeps {
  db: Db
  clock: Clock
  provider: Provider
  limiter: RateLimiter
  mails: BuyerMails
  /** Begins the first attempt for a new checkout; undefined where there is more to do. */
  beginNew(asked: NewAttempt): Promise<Begun | undefined>
  /** Places the order of an attempt that the present request has begun, once it is paid. */
  placePaid(attempt: PaidAttempt): Promise<Settled>
  /** Whether no page waits for the outcome: then buyers get a mail of a payment that failed. */
  isJob?: boolean
  isSandbox: boolean
  isReserved: boolean
  /** Of buyers who give none; absent where they have to. */
  defaultMeans: PlayedProvider['defaultMeans'] | undefined
  /** Whether buyers may pay by bank transfer. */
  takesTransfers: boolean
  /** Plays the bank transfers of buyers; absent where they are real. */
  transfers?: PlayedTransfers | undefined
  /** Days for which a bank transfer is awaited. */
  transferDays: number
  siteUrl: string
}
