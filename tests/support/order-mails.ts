import { expect, vi } from 'vitest'
import type { TestApp } from './test-app.ts'

/** Waits until the mails of all orders up to this one are queued. */
export async function untilMailed({ db }: Pick<TestApp, 'db'>, orderId: string): Promise<void> {
  const check = async () => {
    const row = await db.selectFrom('order_mails').select('last_order_number').executeTakeFirst()
    expect(row?.last_order_number).toBeGreaterThanOrEqual(Number(orderId.slice(3)))
  }
  await vi.waitFor(check, { timeout: 20_000 })
}
