import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/tables.ts'
import { paymentMessages } from '../../shared/payments/messages.ts'
import type { Clock } from '../config/clock.ts'
import type { Config } from '../config/config.ts'
import { type Job, startJob } from '../jobs/jobs.ts'
import { deriveKey, type Secrets } from '../keys/secrets.ts'
import { createRateLimiter } from '../load/rate-limit.ts'
import { type OrderAttempt, placeOrder } from '../orders/place-order.ts'
import type { PaidWith } from '../orders/place-with-payment.ts'
import { createProvider } from '../payments/provider.ts'
import { createSandbox, type Sandbox } from '../payments/sandbox/sandbox.ts'
import { createStripeClient } from '../payments/stripe/client.ts'
import { webhooksPublicRoutes } from '../payments/webhooks-public-routes.ts'
import { billingAdminRoutes } from './admin-routes.ts'
import type { BillingDeps } from './billing-deps.ts'
import { billingBuyerRoutes } from './buyer-routes.ts'
import { disputesAdminRoutes } from './disputes-admin-routes.ts'
import { startFindingUnreported } from './find-unreported.ts'
import { payCheckout, payOrder, releaseCheckout } from './pay-order.ts'
import { paymentStateOf } from './payment-state.ts'
import { refundsAdminRoutes } from './refunds-admin-routes.ts'
import { sandboxPublicRoutes } from './sandbox-public-routes.ts'
import { transfersAdminRoutes } from './transfers-admin-routes.ts'
import { startWatchingPayments } from './watch-payments.ts'

/** The provider does not answer within this time: what has become of a payment is unknown then. */
const PROVIDER_TIMEOUT_MS = 20_000
const SANDBOX_EVERY_MS = 500

interface Options {
  db: Db
  clock: Clock
  secrets: Secrets
  config: Pick<Config, 'payments' | 'sandbox' | 'siteUrl' | 'rateLimits' | 'bankTransfer'>
}

/** What takes money in this marketplace, with its jobs. */
export interface Billing {
  deps: BillingDeps
  sandbox: Sandbox
  /** Registers the routes that there are only with payments. */
  routes(app: FastifyInstance): Promise<void>
  /** Starts the jobs; each is to be closed. */
  start(app: FastifyInstance): Job[]
}

/** Returns what takes money; undefined with `PAYMENTS=off`. */
export function createBilling({ db, clock, secrets, config }: Options): Billing | undefined {
  if (config.payments === 'off') return undefined
  const secretKey = `sk_test_${deriveKey(secrets, 'sandbox secret key').toString('hex')}`
  const webhookSecret = `whsec_${deriveKey(secrets, 'sandbox webhooks').toString('hex')}`
  // Known once the server listens.
  let ownAddress = ''
  let playing: Job | undefined
  const sandbox = createSandbox({
    ...{ db, clock, mode: config.sandbox, secretKey, webhookSecret },
    webhookUrl: () => `${ownAddress}/webhooks/payments/stripe`,
    siteUrl: () => config.siteUrl,
    onEvents: () => playing?.wake(),
  })
  const stripe = createStripeClient({ secretKey, fetch: sandbox.fetch, timeoutMs: PROVIDER_TIMEOUT_MS })
  const deps: BillingDeps = {
    ...{ db, clock, provider: createProvider(stripe), isSandbox: true, siteUrl: config.siteUrl },
    transferDays: config.bankTransfer.days,
    transfers: {
      announce: (transfer) => sandbox.announceTransfer(transfer),
      takeDue: async (tx) => (await sandbox.takeDueTransfers(tx))[0],
    },
    limiter: createRateLimiter({ db, secrets, enabled: config.rateLimits }),
  }
  return {
    deps,
    sandbox,
    async routes(app) {
      await billingBuyerRoutes(app, deps)
      await billingAdminRoutes(app, deps)
      await refundsAdminRoutes(app, deps)
      await transfersAdminRoutes(app, deps)
      await disputesAdminRoutes(app, deps)
      await sandboxPublicRoutes(app, { sandbox })
      await webhooksPublicRoutes(app, { db, clock, secrets, isSandbox: true, webhookSecrets: [webhookSecret] })
    },
    start(app) {
      const log = app.log
      playing = startJob({
        name: 'sandbox',
        everyMs: SANDBOX_EVERY_MS,
        async run(signal) {
          await sandbox.advance()
          if (!app.server.listening) return false
          ownAddress = originOf(app.server.address() as AddressInfo)
          await sandbox.deliverEvents(signal)
          return false
        },
        onError: (error) => log.error({ err: error, event: 'sandbox_failed' }),
      })
      return [playing, startWatchingPayments({ ...deps, log }), startFindingUnreported({ ...deps, log })]
    },
  }
}

/** Returns what buyers pay bank transfers to. */
export function transferDetailsOf({ bankTransfer }: Pick<Config, 'bankTransfer'>): string {
  return bankTransfer.details ?? paymentMessages.sandboxAccount
}

/** Returns where this process reaches its own server. */
function originOf({ address, port, family }: AddressInfo): string {
  const isAny = address === '0.0.0.0' || address === '::'
  const host = isAny ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}

/** How orders are placed: paid for, or as they are where no payments are taken. */
export function buyingOf(db: Db, billing: Billing | undefined) {
  if (!billing) return { place: (attempt: OrderAttempt) => placeOrder(db, attempt), billing: undefined }
  const { deps } = billing
  const release = (buyerId: string, checkoutId: string) => releaseCheckout(deps, buyerId, checkoutId)
  return {
    place: (attempt: OrderAttempt, { token, address }: PaidWith) =>
      payOrder(deps, attempt, { buyerId: attempt.buyerId, token, address }),
    billing: {
      release,
      stateOf: (checkoutId: string) => paymentStateOf(db, checkoutId),
      order: (buyerId: string, checkoutId: string, address: string) =>
        payCheckout(deps, checkoutId, { buyerId, token: undefined, address }),
    },
    abandon: release,
  }
}
