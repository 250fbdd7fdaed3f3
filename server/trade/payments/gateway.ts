import type { FastifyInstance } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import type { PaymentMethod } from '../../../shared/payments/constants.ts'
import type { Clock } from '../../platform/config/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { DeleteExpired } from '../../platform/jobs/delete-expired.ts'
import type { OutboxStep } from '../../platform/jobs/outbox.ts'
import type { TaskHandler } from '../../platform/jobs/task.ts'
import type { Secrets } from '../../platform/keys/secrets.ts'
import { PROVIDER_TIMEOUT_MS } from './provider-gate.ts'
import { loadStripe, type OpenStripe } from './stripe/library.ts'

/** The connection to a payment provider, through Stripe's client. */
export interface Gateway {
  openStripe: OpenStripe
  /** True when no real money moves. */
  isTest: boolean
  webhookSecrets: string[]
  simulated?: SimulatedProvider
}

/** A provider that the server simulates: the sandbox. */
export interface SimulatedProvider {
  /** Returns the method for buyers who choose none. */
  defaultMeans(method: PaymentMethod): string
  /** Simulated bank transfers. */
  transfers: {
    /** The account that buyers pay to. */
    account: string
    /** Announces a transfer, once for each reference. */
    announce(transfer: { reference: string; amountCents: number }): Promise<void>
    areDue(now: Date): RawBuilder<boolean>
    /** Takes an arrived transfer in the caller's transaction. */
    takeDue(tx: Tx): Promise<{ reference: string; amountCents: number } | undefined>
  }
  expired: readonly DeleteExpired[]
  routes(app: FastifyInstance): Promise<void>
  steps: readonly OutboxStep[]
  handlers: readonly TaskHandler[]
}

export interface GatewayDeps {
  db: Db
  clock: Clock
  secrets: Secrets
  config: Pick<Config, 'payments' | 'sandbox' | 'stripe' | 'siteUrl'>
  wake(): void
}

export type OpenSimulated = (deps: GatewayDeps) => Promise<Gateway>

/**
 * Connects to the provider; undefined with `PAYMENTS=off`. Throws an Error when the sandbox is configured but missing.
 */
export async function openGateway(deps: GatewayDeps, openSandbox?: OpenSimulated): Promise<Gateway | undefined> {
  const { payments, stripe } = deps.config
  if (payments === 'off') return undefined
  if (stripe) return { ...stripe, openStripe: openOnce({ secretKey: stripe.secretKey }) }
  if (!openSandbox) throw new Error('PAYMENTS: this program comes without its sandbox; set it to stripe or off.')
  return openSandbox(deps)
}

/** Returns a function that creates the client on first use; `fetch` redirects its requests to the sandbox. */
export function openOnce(options: { secretKey: string; fetch?: typeof fetch }): OpenStripe {
  let client: ReturnType<OpenStripe> | undefined
  return () => {
    client ??= loadStripe().then(({ createStripeClient }) =>
      createStripeClient({ ...options, timeoutMs: PROVIDER_TIMEOUT_MS }),
    )
    return client
  }
}
