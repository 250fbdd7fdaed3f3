import { createProvider } from '../server/trade/payments/provider.ts'
import { createStripeClient } from '../server/trade/payments/stripe/client.ts'
import { STRIPE_API_VERSION } from '../shared/payments/constants.ts'
import { disputeCase, providerCases } from '../tests/support/provider-cases.ts'

// Runs the payment cases that `npm test` runs on the sandbox on Stripe's test mode: STRIPE_TEST_KEY=sk_test_… npm run check:stripe

const secretKey = process.env.STRIPE_TEST_KEY ?? ''
if (!/^[sr]k_test_\w{16,}$/.test(secretKey)) {
  console.error('STRIPE_TEST_KEY: must be a secret key of Stripe in test mode')
  process.exit(2)
}
const provider = createProvider(async () => createStripeClient({ secretKey, timeoutMs: 30_000 }))
const cases = { ...providerCases, 'a disputed payment is answered once': disputeCase }
let failed = 0
for (const [name, run] of Object.entries(cases)) {
  try {
    await run(provider)
    console.log(`passed  ${name}`)
  } catch (error) {
    failed++
    console.error(`FAILED  ${name}\n`, error)
  }
}
console.log(`${failed ? 'FAILED' : 'All passed'}, API version ${STRIPE_API_VERSION}`)
process.exitCode = failed ? 1 : 0
