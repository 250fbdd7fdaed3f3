import { sql } from 'kysely'
import { afterAll, beforeEach } from 'vitest'
import type { Db } from '../../db/tables.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox.ts'
import { createStripeClient, type Stripe } from '../../server/trade/payments/stripe/client.ts'
import { openDatabaseForTests } from './open-for-tests.ts'

const SECRET_KEY = 'sk_test_of_the_sandbox'
export const WEBHOOK_SECRET = 'whsec_of_the_sandbox'

export interface SandboxBench {
  db: Db
  now(): Date
  /** Advances the clock of all its sandboxes. */
  pass(seconds: number): void
  /** Starts another provider on the same books, like another process, and a client of it. */
  start(options?: Partial<SandboxOptions> & { timeoutMs?: number }): { sandbox: Sandbox; stripe: Stripe }
  /** Returns the ids and types of all events, oldest first. */
  events(): Promise<{ event_id: string; type: string }[]>
}

/** Opens a separate database for the sandboxes of a file, which share a clock; each test begins with empty books. */
export async function openSandboxBench(): Promise<SandboxBench> {
  const { db } = await openDatabaseForTests()
  let time = Math.floor(Date.now() / 1000) * 1000
  const now = () => new Date(time)
  const failures: unknown[] = []
  beforeEach(async () => {
    await sql`truncate sandbox.intents, sandbox.steps, sandbox.refunds, sandbox.disputes, sandbox.events,
      sandbox.deliveries, sandbox.keys, sandbox.transfers`.execute(db)
  })
  afterAll(() => {
    if (failures.length) throw failures[0]
  })
  return {
    db,
    now,
    pass: (seconds) => {
      time += seconds * 1000
    },
    start: ({ timeoutMs = 10_000, ...options } = {}) => {
      const sandbox = createSandbox({
        db,
        clock: now,
        mode: 'calm',
        secretKey: SECRET_KEY,
        webhookSecret: WEBHOOK_SECRET,
        webhookUrl: () => 'http://127.0.0.1:9/',
        siteUrl: () => 'https://market.example',
        onError: (error) => failures.push(error),
        ...options,
      })
      return { sandbox, stripe: createStripeClient({ secretKey: SECRET_KEY, fetch: sandbox.fetch, timeoutMs }) }
    },
    events: () => db.selectFrom('sandbox.events').select(['event_id', 'type']).orderBy('event_number').execute(),
  }
}

/** Returns the error with which the provider refuses a request. Throws when it does not. */
export async function refusalOf(request: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const [result] = await Promise.allSettled([request])
  if (result?.status === 'rejected') return result.reason
  throw new Error('it was not refused')
}
