import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Job, startJob } from '../server/platform/jobs/jobs.ts'
import { deriveKey } from '../server/platform/keys/secrets.ts'
import { type Gateway, type GatewayDeps, openOnce } from '../server/trade/payments/gateway.ts'
import { sandboxAdminRoutes } from './admin-routes.ts'
import { DEFAULT_CARD, PAYPAL_PAYS } from './cards.ts'
import { sandboxMessages } from './messages.ts'
import { sandboxPublicRoutes } from './public-routes.ts'
import { createSandbox, expiredSandboxRows, type Sandbox } from './sandbox.ts'

const EVERY_MS = 500
const GATHER_MS = 25

/** Opens the way to the sandbox, which plays Stripe in this process: its books, its routes and its job. */
export async function openSandbox({ db, clock, secrets, config }: GatewayDeps): Promise<Gateway> {
  const secretKey = `sk_test_${deriveKey(secrets, 'sandbox secret key').toString('hex')}`
  const webhookSecret = `whsec_${deriveKey(secrets, 'sandbox webhooks').toString('hex')}`
  // Known once the server listens.
  let ownAddress = ''
  let playing: Job | undefined
  const sandbox = createSandbox({
    db,
    clock,
    mode: config.sandbox,
    secretKey,
    webhookSecret,
    webhookUrl: () => `${ownAddress}/webhooks/payments/stripe`,
    siteUrl: () => config.siteUrl,
    onEvents: () => playing?.wake(),
  })
  return {
    openStripe: openOnce({ secretKey, fetch: sandbox.fetch }),
    isTest: true,
    webhookSecrets: [webhookSecret],
    played: {
      defaultMeans: (method) => (method === 'paypal' ? PAYPAL_PAYS : DEFAULT_CARD),
      transfers: {
        account: sandboxMessages.account,
        announce: (transfer) => sandbox.announceTransfer(transfer),
        takeDue: async (tx) => (await sandbox.takeDueTransfers(tx))[0],
      },
      expired: expiredSandboxRows,
      async routes(app) {
        await sandboxPublicRoutes(app, { sandbox })
        await sandboxAdminRoutes(app, { db, sandbox })
      },
      start({ server, log }) {
        const findAddress = () => {
          if (server.listening) ownAddress = originOf(server.address() as AddressInfo)
          return server.listening
        }
        playing = startPlaying({ sandbox, log, findAddress })
        return [playing]
      },
    },
  }
}

/** Starts the job that plays the provider: its events, and what ends by itself. */
function startPlaying({
  sandbox,
  log,
  findAddress,
}: {
  sandbox: Sandbox
  log: FastifyBaseLogger
  findAddress: () => boolean
}): Job {
  let advancedAt = Number.NEGATIVE_INFINITY
  return startJob({
    name: 'sandbox',
    everyMs: EVERY_MS,
    async run(signal) {
      if (performance.now() - advancedAt >= EVERY_MS) {
        advancedAt = performance.now()
        await sandbox.advance()
      }
      if (!findAddress()) return false
      await sleep(GATHER_MS, undefined, { signal, ref: false })
      return (await sandbox.deliverBatch()) > 0
    },
    onError: (error) => log.error({ err: error, event: 'sandbox_failed' }),
  })
}

function originOf({ address, port, family }: AddressInfo): string {
  const isAny = address === '0.0.0.0' || address === '::'
  const host = isAny ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
