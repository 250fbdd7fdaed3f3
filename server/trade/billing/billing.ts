import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import { paymentMessages } from '../../../shared/payments/messages.ts'
import type { Messages } from '../../pages/mail/messages.ts'
import type { Clock } from '../../platform/config/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Secrets } from '../../platform/keys/secrets.ts'
import { createRateLimiter } from '../../platform/load/rate-limit.ts'
import type { OrderAttempt } from '../orders/place-order.ts'
import { createPlacing } from '../orders/place-together.ts'
import type { PaidWith } from '../orders/place-with-payment.ts'
import { createProvider } from '../payments/provider.ts'
import { webhooksPublicRoutes } from '../payments/webhooks-public-routes.ts'
import { billingAdminRoutes } from './admin-routes.ts'
import { createBeginning } from './begin-new.ts'
import type { BillingDeps } from './billing-deps.ts'
import { billingBuyerRoutes } from './buyer-routes.ts'
import { disputesAdminRoutes } from './disputes-admin-routes.ts'
import { startFindingUnreported } from './find-unreported.ts'
import { createBuyerMails } from './mail-buyer.ts'
import { openGateway } from './open-gateway.ts'
import { payCheckout, payOrder, releaseCheckout } from './pay-order.ts'
import { paymentStateOf } from './payment-state.ts'
import { createPlacingPaid } from './place-paid.ts'
import { refundsAdminRoutes } from './refunds-admin-routes.ts'
import { sandboxAdminRoutes } from './sandbox-admin-routes.ts'
import { sandboxPublicRoutes } from './sandbox-public-routes.ts'
import { transfersAdminRoutes } from './transfers-admin-routes.ts'
import { startWatchingPayments } from './watch-payments.ts'
import { requireAmount } from './way-to-pay.ts'

interface Options {
  db: Db
  clock: Clock
  messages: Messages
  secrets: Secrets
  config: Pick<Config, 'payments' | 'sandbox' | 'stripe' | 'paymentCapture' | 'siteUrl' | 'rateLimits' | 'bankTransfer'>
}

export interface Billing {
  deps: BillingDeps
  routes(app: FastifyInstance): Promise<void>
  /** Starts the jobs; each is to be closed. */
  start(app: FastifyInstance): Job[]
}

/** Returns what takes money; undefined with `PAYMENTS=off`. */
export function createBilling({ db, clock, messages, secrets, config }: Options): Billing | undefined {
  const gateway = openGateway({ db, clock, secrets, config })
  if (!gateway) return undefined
  const { openStripe, isTest, sandbox, webhookSecrets } = gateway
  const mails = createBuyerMails({ messages, siteUrl: config.siteUrl })
  const tokens = sandbox ? 'sandbox' : 'stripe'
  const deps: BillingDeps = {
    db,
    clock,
    mails,
    tokens,
    provider: createProvider(openStripe),
    isSandbox: isTest,
    siteUrl: config.siteUrl,
    beginNew: createBeginning({ db, tokens, isSandbox: isTest }),
    placePaid: createPlacingPaid({ db, clock, mails }),
    isReserved: config.paymentCapture === 'at_shipment',
    transferDays: config.bankTransfer.days,
    takesTransfers: sandbox !== undefined || config.bankTransfer.details !== undefined,
    transfers: sandbox && {
      announce: (transfer) => sandbox.announceTransfer(transfer),
      takeDue: async (tx) => (await sandbox.takeDueTransfers(tx))[0],
    },
    limiter: createRateLimiter({ db, secrets, enabled: config.rateLimits }),
  }
  return {
    deps,
    async routes(app) {
      await billingBuyerRoutes(app, deps)
      await billingAdminRoutes(app, deps)
      await refundsAdminRoutes(app, deps)
      await transfersAdminRoutes(app, deps)
      await disputesAdminRoutes(app, deps)
      if (sandbox) {
        await sandboxPublicRoutes(app, { sandbox })
        await sandboxAdminRoutes(app, { db, sandbox })
      }
      await webhooksPublicRoutes(app, { db, clock, secrets, isSandbox: isTest, webhookSecrets })
    },
    start(app) {
      const watching = { ...deps, log: app.log }
      return [...gateway.start(app), startWatchingPayments(watching), startFindingUnreported(watching)]
    },
  }
}

/** Returns what buyers pay bank transfers to. */
export function transferDetailsOf({ bankTransfer }: Pick<Config, 'bankTransfer'>): string {
  return bankTransfer.details ?? paymentMessages.sandboxAccount
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
