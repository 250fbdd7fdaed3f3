import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import type { OutboxMessage } from '../../server/pages/mail/outbox.ts'
import type { Market } from './market.ts'
import type { TestApp } from './test-app.ts'

interface OutboxMail {
  subject: string
  text: string
  /** The sign-in link in it. */
  link: string
  code: string
}

/** Returns all messages to an address or phone, newest first. */
async function messagesTo({ app }: Pick<Market, 'app'>, to: string) {
  const response = await app.inject({ url: '/outbox', headers: { accept: 'application/json' } })
  const { messages } = response.json<{ messages: OutboxMessage[] }>()
  const sent = messages.filter(({ message }) => message.to === to)
  return sent.toSorted((a, b) => b.created_at.localeCompare(a.created_at)).map(({ message }) => message)
}

/** Returns the mails to an account whose subject or text has this in it, newest first. */
export async function mailsTo(market: Pick<Market, 'app'>, { email }: { email: string }, about = '') {
  const mails = (await messagesTo(market, email)).flatMap((message) => (message.channel === 'mail' ? [message] : []))
  return mails.filter(({ subject, text }) => `${subject}\n${text}`.includes(about))
}

/** Opens the link of a mail in a browser and presses the button of its page. */
export async function followLink(page: Page, { link }: Pick<OutboxMail, 'link'>): Promise<void> {
  await page.goto(link)
  await page.getByRole('button').click()
}

/** Waits for the newest message to an address or phone in the market's outbox, the `count`th of them. */
export async function messageTo(market: Pick<Market, 'app'>, to: string, count = 1): Promise<OutboxMail> {
  await expect.poll(async () => (await messagesTo(market, to)).length).toBeGreaterThanOrEqual(count)
  const [message] = await messagesTo(market, to)
  if (!message) throw new Error(`nothing was sent to ${to}`)
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
