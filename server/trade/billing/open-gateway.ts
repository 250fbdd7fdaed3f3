import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Job, startJob } from '../../platform/jobs/jobs.ts'
import { deriveKey, type Secrets } from '../../platform/keys/secrets.ts'
import { PROVIDER_TIMEOUT_MS } from '../payments/provider-gate.ts'
import { createSandbox, type Sandbox } from '../payments/sandbox/sandbox.ts'
import { loadStripe, type OpenStripe } from '../payments/stripe/library.ts'

const SANDBOX_EVERY_MS = 500
const GATHER_MS = 25

interface Options {
  db: Db
  clock: Clock
  secrets: Secrets
  config: Pick<Config, 'payments' | 'sandbox' | 'stripe' | 'siteUrl'>
}

interface Gateway {
  openStripe: OpenStripe
  /** Whether no real money moves. */
  isTest: boolean
  webhookSecrets: string[]
  /** The provider itself, where this server plays it. */
  sandbox: Sandbox | undefined
  start(app: FastifyInstance): Job[]
}

/** Opens the way to Stripe, or to the sandbox that plays it; undefined with `PAYMENTS=off`. */
export function openGateway({ config, ...deps }: Options): Gateway | undefined {
  if (config.payments === 'off') return undefined
  if (!config.stripe) return openSandbox({ config, ...deps })
  const { secretKey, webhookSecrets, isTest } = config.stripe
  return { openStripe: openOnce({ secretKey }), isTest, webhookSecrets, sandbox: undefined, start: () => [] }
}

function openSandbox({ db, clock, secrets, config }: Options): Gateway {
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
    sandbox,
    start({ server, log }) {
      let advancedAt = Number.NEGATIVE_INFINITY
      // Starts the job that plays the provider: its events, and what ends by itself.
      playing = startJob({
        name: 'sandbox',
        everyMs: SANDBOX_EVERY_MS,
        async run(signal) {
          if (performance.now() - advancedAt >= SANDBOX_EVERY_MS) {
            advancedAt = performance.now()
            await sandbox.advance()
          }
          if (!server.listening) return false
          ownAddress = originOf(server.address() as AddressInfo)
          await sleep(GATHER_MS, undefined, { signal, ref: false })
          return (await sandbox.deliverBatch()) > 0
        },
        onError: (error) => log.error({ err: error, event: 'sandbox_failed' }),
      })
      return [playing]
    },
  }
}

function openOnce(options: { secretKey: string; fetch?: typeof fetch }): OpenStripe {
  let client: ReturnType<OpenStripe> | undefined
  return () => {
    client ??= loadStripe().then(({ createStripeClient }) =>
      createStripeClient({ ...options, timeoutMs: PROVIDER_TIMEOUT_MS }),
    )
    return client
  }
}

function originOf({ address, port, family }: AddressInfo): string {
  const isAny = address === '0.0.0.0' || address === '::'
  const host = isAny ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
