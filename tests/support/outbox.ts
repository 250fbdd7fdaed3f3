import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import type { OutboxMessage } from '../../server/pages/mail/outbox.ts'
import type { Notifications } from '../../shared/notifications/schema.ts'
import { type Caller, call } from './api.ts'
import type { Market } from './market.ts'
import type { TestApp } from './test-app.ts'

export interface OutboxMail {
  subject: string
  text: string
  /** The sign-in link in the mail. */
  link: string
  code: string
}

async function outboxOf({ app }: Pick<Market, 'app'>): Promise<OutboxMessage[]> {
  const response = await app.inject({ url: '/outbox', headers: { accept: 'application/json' } })
  return response.json<{ messages: OutboxMessage[] }>().messages
}

/** Returns the messages to all addresses and phones, newest first. */
export const allMessages = async (market: Pick<Market, 'app'>) => (await outboxOf(market)).map(({ message }) => message)

/** Returns the mails to an account whose subject or text contains a text, newest first. */
export async function mailsTo(market: Pick<Market, 'app'>, { email }: { email: string }, about = '') {
  return (await allMessages(market))
    .flatMap((message) => (message.channel === 'mail' && message.to === email ? [message] : []))
    .filter(({ subject, text }) => `${subject}\n${text}`.includes(about))
}

/** Returns the newest notifications of a user. */
export const notificationsOf = async (market: Pick<Market, 'app'>, as: Caller) =>
  (await call<Notifications>(market, 'GET', '/api/notifications', { as })).body.notifications

/** Opens the link of a mail in a browser and presses the button of its page. */
export async function followLink(page: Page, { link }: Pick<OutboxMail, 'link'>): Promise<void> {
  await page.goto(link)
  await page.getByRole('button').click()
}

/** Waits for the `count`th message to an address or phone in the marketplace's outbox. */
export async function messageTo(market: Pick<Market, 'app'>, to: string, count = 1): Promise<OutboxMail> {
  const read = async () => (await outboxOf(market)).filter(({ message }) => message.to === to)
  await expect.poll(async () => (await read()).length).toBeGreaterThanOrEqual(count)
  const newest = (await read()).toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0]
  if (!newest) throw new Error(`nothing was sent to ${to}`)
  const { message } = newest
  return {
    subject: message.channel === 'mail' ? message.subject : '',
    text: message.text,
    link: /^https?:\/\/\S+\/verify\?\S+$/m.exec(message.text)?.[0] ?? '',
    code: /\b\d{6}\b/.exec(message.text.replace(/https?:\S+/g, ''))?.[0] ?? '',
  }
}

/** Waits until the mails of all orders up to this one are queued. */
export async function untilMailed({ db }: Pick<TestApp, 'db'>, orderId: string): Promise<void> {
  const check = async () => {
    const due = db.selectFrom('order_events').select('order_number').where('mail_due', '=', true)
    expect(await due.where('order_number', '<=', Number(orderId.slice(3))).execute()).toEqual([])
  }
  await vi.waitFor(check, { timeout: 60_000 })
}
