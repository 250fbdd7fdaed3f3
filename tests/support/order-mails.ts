import { expect, vi } from 'vitest'
import type { TestApp } from './test-app.ts'

/** Waits until the mails of all orders up to this one are queued. */
export async function untilMailed({ db }: Pick<TestApp, 'db'>, orderId: string): Promise<void> {
  const check = async () => {
    const due = db.selectFrom('order_events').select('order_number').where('mail_due', '=', true)
    expect(await due.where('order_number', '<=', Number(orderId.slice(3))).execute()).toEqual([])
  }
  await vi.waitFor(check, { timeout: 60_000 })
}
