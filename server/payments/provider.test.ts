import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { providerOf } from '../../tests/support/payment-provider.ts'
import { providerCases } from '../../tests/support/provider-cases.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import { createProvider } from './provider.ts'

let market: TestApp
beforeAll(async () => {
  market = await createTestApp()
})
afterAll(() => market.close())

describe('the sandbox does what Stripe does in test mode', () => {
  test.each(Object.entries(providerCases))('%s', async (_name, run) => {
    const provider = createProvider(providerOf(market, () => new Date()).stripe)
    await expect(run(provider)).resolves.toBeUndefined()
  })
})
