import type { Db, Tx } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'
import type { RateLimiter } from '../../platform/load/rate-limit.ts'
import type { PlayedProvider, PlayedTransfers } from './gateway.ts'
import type { Provider } from './provider.ts'
import type { PaymentRow } from './queries.ts'

export interface BuyerMails {
  /** A payment that ran on after its page was left has failed: nothing was ordered. */
  notCompleted(tx: Tx, payment: PaymentRow): Promise<void>
  /** It was made after its checkout had ended, and goes back. */
  tooLate(tx: Tx, payment: PaymentRow): Promise<void>
}

export interface PaymentDeps {
  db: Db
  clock: Clock
  provider: Provider
  limiter: RateLimiter
  mails: BuyerMails
  /** True when no page waits for the outcome: buyers then get a mail about a payment that failed. */
  isJob?: boolean
  isSandbox: boolean
  isReserved: boolean
  /** Of buyers who give none; absent where they have to. */
  defaultMeans: PlayedProvider['defaultMeans'] | undefined
  /** True when buyers may pay by bank transfer. */
  takesTransfers: boolean
  /** Plays the bank transfers of buyers; absent where they are real. */
  transfers?: PlayedTransfers | undefined
  /** Days for which a bank transfer is awaited. */
  transferDays: number
  siteUrl: string
}
