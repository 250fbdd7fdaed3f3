import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import type { Messages } from '../../pages/mail/messages.ts'
import type { Clock } from '../../platform/config/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { DeleteExpired } from '../../platform/jobs/delete-expired.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Secrets } from '../../platform/keys/secrets.ts'
import { createRateLimiter } from '../../platform/load/rate-limit.ts'
import type { OrderAttempt } from '../orders/place-order.ts'
import { createPlacing } from '../orders/place-together.ts'
import type { PaidWith } from '../orders/place-with-payment.ts'
import { type OpenPlayed, openGateway } from '../payments/gateway.ts'
import { createProvider } from '../payments/provider.ts'
import { webhooksPublicRoutes } from '../payments/webhooks-public-routes.ts'
import { billingAdminRoutes } from './admin-routes.ts'
import { createBeginning } from './begin-new.ts'
import type { BillingDeps } from './billing-deps.ts'
import { billingBuyerRoutes } from './buyer-routes.ts'
import { disputesAdminRoutes } from './disputes-admin-routes.ts'
import { startFindingUnreported } from './find-unreported.ts'
import { createBuyerMails } from './mail-buyer.ts'
import { payCheckout, payOrder, releaseCheckout } from './pay-order.ts'
import { paymentStateOf } from './payment-state.ts'
import { createPlacingPaid } from './place-paid.ts'
import { refundsAdminRoutes } from './refunds-admin-routes.ts'
import { transfersAdminRoutes } from './transfers-admin-routes.ts'
import { startWatchingPayments } from './watch-payments.ts'
import { requireAmount } from './way-to-pay.ts'

interface Options {
  db: Db
  clock: Clock
  messages: Messages
  secrets: Secrets
  sandbox?: OpenPlayed
  config: Pick<Config, 'payments' | 'sandbox' | 'stripe' | 'paymentCapture' | 'siteUrl' | 'rateLimits' | 'bankTransfer'>
}

export interface Billing {
  deps: BillingDeps
  /** Rows of a provider that the server plays. */
  expired: readonly DeleteExpired[]
  routes(app: FastifyInstance): Promise<void>
  /** Starts the jobs; each is to be closed. */
  start(app: FastifyInstance): Job[]
}

/** Returns what takes money; undefined with `PAYMENTS=off`. Throws as `openGateway` does. */
export async function createBilling(options: Options): Promise<Billing | undefined> {
  const { db, clock, messages, secrets, config } = options
  const gateway = await openGateway({ db, clock, secrets, config }, options.sandbox)
  if (!gateway) return undefined
  const { openStripe, isTest, played, webhookSecrets } = gateway
  const mails = createBuyerMails({ messages, siteUrl: config.siteUrl })
  const defaultMeans = played?.defaultMeans
  const deps: BillingDeps = {
    db,
    clock,
    mails,
    defaultMeans,
    provider: createProvider(openStripe),
    isSandbox: isTest,
    siteUrl: config.siteUrl,
    beginNew: createBeginning({ db, defaultMeans, isSandbox: isTest }),
    placePaid: createPlacingPaid({ db, clock, mails }),
    isReserved: config.paymentCapture === 'at_shipment',
    transferDays: config.bankTransfer.days,
    takesTransfers: played !== undefined || config.bankTransfer.details !== undefined,
    transfers: played?.transfers,
    limiter: createRateLimiter({ db, secrets, enabled: config.rateLimits }),
  }
  return {
    deps,
    expired: played?.expired ?? [],
    async routes(app) {
      await billingBuyerRoutes(app, deps)
      await billingAdminRoutes(app, deps)
      await refundsAdminRoutes(app, deps)
      await transfersAdminRoutes(app, deps)
      await disputesAdminRoutes(app, deps)
      await played?.routes(app)
      await webhooksPublicRoutes(app, { db, clock, secrets, isSandbox: isTest, webhookSecrets })
    },
    start(app) {
      const watching = { ...deps, log: app.log }
      return [...(played?.start(app) ?? []), startWatchingPayments(watching), startFindingUnreported(watching)]
    },
  }
}

/** Returns what buyers pay bank transfers to; empty where they pay none. */
export function transferDetailsOf(
  { bankTransfer }: Pick<Config, 'bankTransfer'>,
  billing: Billing | undefined,
): string {
  return bankTransfer.details ?? billing?.deps.transfers?.account ?? ''
}

/** How orders are placed: paid for, or as they are where no payments are taken. */
export function buyingOf(db: Db, billing: Billing | undefined) {
  if (!billing) return { place: createPlacing(db), billing: undefined }
  const { deps } = billing
  const release = (buyerId: string, checkoutId: string) => releaseCheckout(deps, buyerId, checkoutId)
  return {
    place: (attempt: OrderAttempt, { token, address }: PaidWith) =>
      payOrder(deps, attempt, { buyerId: attempt.buyerId, token, address }),
    billing: {
      release,
      requireAmount,
      stateOf: (checkoutId: string) => paymentStateOf(db, checkoutId),
      order: (buyerId: string, checkoutId: string, address: string) =>
        payCheckout(deps, checkoutId, { buyerId, token: undefined, address }),
    },
    abandon: release,
  }
}
