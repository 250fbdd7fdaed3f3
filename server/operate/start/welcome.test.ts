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

test('the start prints where mails are read: on a page of the shop, or for a public address by a command', () => {
  expect(textOf({})).toContain('Emails http://localhost:3000/outbox')
  expect(textOf({ SITE_URL: 'https://shop.example' })).toContain('npm run admin -- outbox')
  expect(textOf({ SMTP_URL: 'smtp://mail.example' })).not.toContain('mails')
})

test('the start prints the setup link at the configured address, and the command instead when the only admin is gone', () => {
  const secrets = { apiKeySecret: 'b2f6d1c09e7a4835b2f6d1c09e7a4835', apiKey: '', signingKeys: [] as never }
  const config = readConfig({ SITE_URL: 'https://shop.example' }, false)
  const textAt = (start: object) => welcomeText(config, { ...started, ...start })
  const link = /Open https:\/\/shop\.example\/setup#(?:[A-Z2-9]{4}-){6}[A-Z2-9]{4}$/m
  expect(textAt({ hasAdmin: false, setup: secrets })).toMatch(link)
  expect(textAt({ hasAdmin: false })).toContain('npm run admin -- create')
  expect(textAt({})).not.toContain('no admin')
})
