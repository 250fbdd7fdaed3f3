import { Stripe } from 'stripe'
import { expect, test, vi } from 'vitest'
import { createContext, runInContext } from '../../../db/request-context.ts'
import { openForFile } from '../../../tests/support/market-of-file.ts'
import { providerOf } from '../../../tests/support/payment-provider.ts'
import { providerCases } from '../../../tests/support/provider-cases.ts'
import { createProvider } from './provider.ts'

const market = await openForFile()

test.each(Object.entries(providerCases))('the sandbox does what Stripe does in test mode: %s', async (_name, run) => {
  const provider = createProvider(async () => providerOf(market, () => new Date()).stripe)
  await expect(run(provider)).resolves.toBeUndefined()
})

test('a request waits for the provider 20 seconds in all, and what it has begun goes on', async () => {
  let now = 0
  let answer: (intent: object) => void = () => {}
  const responses = [
    () => Promise.reject(new Stripe.errors.StripeConnectionError({ type: 'api_error', message: 'no response' })),
    () => new Promise((resolve) => (answer = resolve)),
  ]
  const retrieve = vi.fn(() => responses.shift()?.())
  const provider = createProvider(
    async () => ({ paymentIntents: { retrieve } }) as unknown as Stripe,
    () => now,
  )
  await runInContext(createContext('request', 'one'), async () => {
    provider.beginWaiting()
    now += 9_900
    expect(await provider.read('pi_1')).toEqual({ kind: 'unknown' })
    now += 10_000
    expect(await provider.read('pi_1')).toEqual({ kind: 'unknown' })
    now += 200
    await expect(provider.read('pi_1')).rejects.toMatchObject({ status: 503, code: 'payments_busy' })
  })
  expect(retrieve).toHaveBeenCalledTimes(2)
  // Its end is not an error that was not caught.
  answer({ metadata: {} })
})
