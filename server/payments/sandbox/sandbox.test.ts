import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '../../../db/connect.ts'
import type { Db } from '../../../db/tables.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts'
import { createStripeClient } from '../stripe/client.ts'
import { createSandbox, type SandboxOptions } from './sandbox.ts'

const SECRET_KEY = 'sk_test_of_the_sandbox'
const WEBHOOK_SECRET = 'whsec_of_the_sandbox'

let database: TestDatabase
let db: Db
const time = new Date('2026-11-23T12:00:00Z')

beforeAll(async () => {
  database = await createTestDatabase()
  db = connectDatabase(database.connection)
})
afterAll(async () => {
  await db?.destroy()
  await database?.drop()
})

function start(options: Partial<SandboxOptions> = {}) {
  const sandbox = createSandbox({
    db,
    clock: () => time,
    mode: 'calm',
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: () => 'http://127.0.0.1:9/',
    siteUrl: () => 'https://market.example',
    onError: (error) => {
      throw error
    },
    ...options,
  })
  const stripe = createStripeClient({ secretKey: SECRET_KEY, fetch: sandbox.fetch, timeoutMs: 2_000 })
  return { sandbox, stripe }
}

test('a card that pays is charged once for an idempotency key', async () => {
  const { stripe } = start()
  const pay = () =>
    stripe.paymentIntents.create(
      { amount: 1234, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', expand: ['latest_charge'] },
      { idempotencyKey: 'first' },
    )
  const intent = await pay()
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 1234, latest_charge: { amount_captured: 1234 } })
  expect(await pay()).toEqual(intent)
})
