import type { OwnReview } from '../../shared/reviews/schema.ts'
import { signUp, type TestAccount } from './accounts.ts'
import { call } from './api.ts'
import { orderOf } from './fulfilment.ts'
import { mailsTo, notificationsOf } from './outbox.ts'
import type { TestProduct } from './products.ts'
import type { TestApp } from './test-app.ts'

type Market = Pick<TestApp, 'app' | 'deps'>

/** Returns a new buyer, with or without a display name, whose order of these products an admin has set to delivered. */
export async function buyerOf(
  market: Market,
  { admin, products, name }: { admin: TestAccount; products: readonly TestProduct[]; name?: string },
): Promise<TestAccount> {
  const buyer = await signUp(market)
  if (name) {
    const payload = { data: { display_name: name } }
    await market.app.inject({ method: 'PUT', url: '/auth/v1/user', headers: buyer.headers, payload })
  }
  const { order_id } = await orderOf(
    market,
    buyer,
    products.map((one) => [one, 1]),
  )
  const body = { order_state: 'delivered' }
  await call(market, 'PATCH', `/api/admin/orders/${order_id}`, { as: admin, body })
  return buyer
}

/** Writes a buyer's review of a product; without an account as a visitor. */
export const writeReview = (market: Market, as: TestAccount | undefined, product_id: string, body: unknown) =>
  call<OwnReview & { code?: string }>(market, 'PUT', `/api/products/${product_id}/review`, { ...(as && { as }), body })

/** Returns the pages of a user's notifications about reviews, newest first. */
export async function heardOfReviews(market: Market, as: TestAccount): Promise<string[]> {
  return (await notificationsOf(market, as)).flatMap(({ kind, path }) => (/review/.test(kind) ? [path] : []))
}

/** Returns the subjects of the mails to an account about reviews, newest first. */
export async function mailedOfReviews(market: Market, account: TestAccount): Promise<string[]> {
  return (await mailsTo(market, account)).flatMap(({ subject }) => (/review/i.test(subject) ? [subject] : []))
}
