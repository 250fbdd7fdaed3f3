import type { Db, Tx } from '../../../db/tables.ts'
import type { LanguageCode } from '../../../shared/kernel/languages.ts'
import type { Clock } from '../../platform/config/clock.ts'
import type { RateLimiter } from '../../platform/load/rate-limit.ts'
import type { SimulatedProvider } from './gateway.ts'
import type { Provider } from './provider.ts'
import type { PaymentRow } from './queries.ts'

export interface BuyerMails {
  /** A payment failed after the buyer had left the page; nothing was ordered. */
  notCompleted(tx: Tx, payment: PaymentRow): Promise<void>
  /** A payment arrived after its checkout had ended, and is refunded. */
  tooLate(tx: Tx, payment: PaymentRow): Promise<void>
}

export interface PaymentDeps {
  db: Db
  clock: Clock
  provider: Provider
  limiter: RateLimiter
  mails: BuyerMails
  /** True when no page waits for the outcome, so that a failed payment is mailed. */
  isJob?: boolean
  isSandbox: boolean
  isReserved: boolean
  /** Absent where payments are real. */
  simulated?: SimulatedProvider
  /** True when buyers may pay by bank transfer. */
  takesTransfers: boolean
  /** Days in which a bank transfer must arrive. */
  transferDays: number
  siteUrl: string
  languages: readonly LanguageCode[]
}
