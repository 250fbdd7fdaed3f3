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

/** The way to a payment provider, through Stripe's client. */
export interface Gateway {
  openStripe: OpenStripe
  /** True where no real money moves. */
  isTest: boolean
  webhookSecrets: string[]
  /** Absent where the provider is a real one. */
  played?: PlayedProvider
}

/** A provider that the server itself plays. */
export interface PlayedProvider {
  /** Returns the means of payment of buyers who give none. */
  defaultMeans(method: PaymentMethod): string
  transfers: PlayedTransfers
  /** Its rows that are not kept for ever. */
  expired: readonly DeleteExpired[]
  routes(app: FastifyInstance): Promise<void>
  /** Its own background work. */
  steps: readonly OutboxStep[]
  handlers: readonly TaskHandler[]
}

/** Bank transfers that no bank makes. */
export interface PlayedTransfers {
  /** The account that buyers pay to. */
  account: string
  /** Sends one on its way. */
  announce(transfer: { reference: string; amountCents: number }): Promise<void>
  /** Returns a condition: whether any has arrived. */
  areDue(now: Date): RawBuilder<boolean>
  /** Returns one that has arrived, and marks it as taken in the transaction. */
  takeDue(tx: Tx): Promise<{ reference: string; amountCents: number } | undefined>
}

export interface GatewayDeps {
  db: Db
  clock: Clock
  secrets: Secrets
  config: Pick<Config, 'payments' | 'sandbox' | 'stripe' | 'siteUrl'>
  /** Lets the steps of the provider that is played run soon. */
  wake(): void
}

/** Opens a provider that the server plays. */
export type OpenPlayed = (deps: GatewayDeps) => Promise<Gateway>

/**
 * Opens the way to the provider; undefined with `PAYMENTS=off`. Throws an Error for a provider that is to be played where
 * there is none.
 */
export async function openGateway(deps: GatewayDeps, openSandbox?: OpenPlayed): Promise<Gateway | undefined> {
  const { payments, stripe } = deps.config
  if (payments === 'off') return undefined
  if (stripe) return { ...stripe, openStripe: openOnce({ secretKey: stripe.secretKey }) }
  if (!openSandbox) throw new Error('PAYMENTS: this program comes without its sandbox; set it to stripe or off.')
  return openSandbox(deps)
}

/** Returns the client, which is made at its first use; `fetch` sends its requests elsewhere than to Stripe. */
export function openOnce(options: { secretKey: string; fetch?: typeof fetch }): OpenStripe {
  let client: ReturnType<OpenStripe> | undefined
  return () => {
    client ??= loadStripe().then(({ createStripeClient }) =>
      createStripeClient({ ...options, timeoutMs: PROVIDER_TIMEOUT_MS }),
    )
    return client
  }
}
