import { expect, test } from 'vitest'
import { readConfig } from '../../platform/config/config.ts'
import { welcomeText } from './welcome.ts'

const started = { address: 'http://127.0.0.1:3000', tookMs: 900, accounts: [], hasAdmin: true }
const textOf = (settings: Record<string, string>) => welcomeText(readConfig(settings, false), started)

test('the start prints how orders are paid: not online by default with an external database', () => {
  const notPaid = 'Orders are not paid here: sellers contact their buyers.'
  const DATABASE_URL = 'postgres://shop@db.example/shop'
  expect(textOf({ DATABASE_URL })).toContain(notPaid)
  expect(textOf({ PAYMENTS: 'off' })).toContain(notPaid)
  expect(textOf({})).not.toContain(notPaid)
  expect(textOf({ DATABASE_URL, PAYMENTS: 'sandbox' })).toContain('Orders are paid with play money.')
})
