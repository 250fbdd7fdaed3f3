import type { AddressInfo } from 'node:net'
import type { Db } from '../db/tables.ts'
import type { OutboxStep } from '../server/platform/jobs/outbox.ts'
import { enqueueMissing, handle, NotYet, type Task, type TaskHandler } from '../server/platform/jobs/task.ts'
import { deriveKey } from '../server/platform/keys/secrets.ts'
import { type Gateway, type GatewayDeps, openOnce } from '../server/trade/payments/gateway.ts'
import { sandboxAdminRoutes } from './admin-routes.ts'
import { DEFAULT_CARD, PAYPAL_PAYS } from './cards.ts'
import { areDeliveriesDue } from './event-queries.ts'
import { isAnythingDue } from './intent-queries.ts'
import { sandboxMessages } from './messages.ts'
import { areTransfersDue } from './money-queries.ts'
import { sandboxPublicRoutes } from './public-routes.ts'
import { createSandbox, expiredSandboxRows, type Sandbox } from './sandbox.ts'

/** Delivers due events. */
const deliverSandboxEvents: Task = { name: 'deliver_sandbox_events' }

/** Opens the sandbox, which simulates Stripe in this process: its tables, routes and automatic changes. */
export async function openSandbox({ db, clock, secrets, config, wake }: GatewayDeps): Promise<Gateway> {
  const secretKey = `sk_test_${deriveKey(secrets, 'sandbox secret key').toString('hex')}`
  const webhookSecret = `whsec_${deriveKey(secrets, 'sandbox webhooks').toString('hex')}`
  // Known once the server listens.
  let ownAddress = ''
  const sandbox = createSandbox({
    db,
    clock,
    mode: config.sandbox,
    secretKey,
    webhookSecret,
    webhookUrl: () => `${ownAddress}/webhooks/payments/stripe`,
    siteUrl: () => config.siteUrl,
    onEvents: wake,
  })
  return {
    openStripe: openOnce({ secretKey, fetch: sandbox.fetch }),
    isTest: true,
    webhookSecrets: [webhookSecret],
    simulated: {
      defaultMeans: (method) => (method === 'paypal' ? PAYPAL_PAYS : DEFAULT_CARD),
      transfers: {
        get account() {
          return sandboxMessages.account
        },
        announce: (transfer) => sandbox.announceOnce(transfer),
        areDue: areTransfersDue,
        takeDue: async (tx) => (await sandbox.takeDueTransfers(tx))[0],
      },
      expired: expiredSandboxRows,
      async routes(app) {
        app.server.once('listening', () => {
          ownAddress = originOf(app.server.address() as AddressInfo)
        })
        await sandboxPublicRoutes(app, { sandbox })
        await sandboxAdminRoutes(app, { db, sandbox })
      },
      steps: [advancing(sandbox), delivering(db)],
      handlers: [deliveryHandler(sandbox, () => ownAddress !== '')],
    },
  }
}

/** Makes the due changes of disputes, refunds and authorisations. */
function advancing(sandbox: Sandbox): OutboxStep {
  return {
    name: 'sandbox',
    isDue: isAnythingDue,
    run: async () => {
      await sandbox.advance()
      return false
    },
  }
}

/** Queues the delivery of due events. */
function delivering(db: Db): OutboxStep {
  return {
    name: 'sandbox-events',
    isDue: areDeliveriesDue,
    run: async () => {
      // A single key, so that one process delivers at a time and the events of a payment stay in order.
      await enqueueMissing(db, deliverSandboxEvents, [{ payload: {}, key: '' }])
      return false
    },
  }
}

function deliveryHandler(sandbox: Sandbox, isListening: () => boolean): TaskHandler {
  return handle(deliverSandboxEvents, () => {
    if (!isListening()) throw new NotYet('the server that is to receive the events does not listen yet')
    return sandbox.deliverBatch()
  })
}

function originOf({ address, port, family }: AddressInfo): string {
  const isAny = address === '0.0.0.0' || address === '::'
  const host = isAny ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
