import { createSandbox } from '../../sandbox/sandbox.ts'
import { createStripeClient } from '../../server/trade/payments/stripe/client.ts'
import type { TestApp } from './test-app.ts'

/** Returns the provider's side of a market that takes sandbox payments: its books' controls, and a client of its own. */
export function providerOf(market: TestApp, clock: () => Date) {
  const secretKey = 'sk_test_of_the_dashboard'
  const sandbox = createSandbox({
    db: market.db,
    clock,
    mode: 'calm',
    secretKey,
    webhookSecret: 'whsec_unused',
    webhookUrl: () => 'http://127.0.0.1:9/',
    siteUrl: () => 'http://127.0.0.1:9',
  })
  return { sandbox, stripe: createStripeClient({ secretKey, fetch: sandbox.fetch, timeoutMs: 10_000 }) }
}
