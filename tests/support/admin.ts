import type { AccountSession } from '../../shared/auth/schema.ts'
import { callAuth } from './accounts.ts'
import { keepSession, type SignedIn } from './buyer.ts'
import type { Market } from './market.ts'

const password = 'a long enough phrase'

/** An admin with a browser in which they are signed in; the role is set in the database, as the operator's command does. */
export async function adminVisitor(market: Market, display_name = 'Mo Warden'): Promise<SignedIn> {
  const email = `${crypto.randomUUID()}@example.com`
  const { body: account } = await callAuth<AccountSession & Record<string, unknown>>(market, 'POST', '/signup', {
    body: { email, password, data: { display_name, role: 'buyer' } },
  })
  const user_id = account.user.id
  await market.db.updateTable('users').set({ role: 'admin' }).where('id', '=', user_id).execute()
  const { body } = await callAuth<AccountSession & Record<string, unknown>>(
    market,
    'POST',
    '/token?grant_type=password',
    { body: { email, password } },
  )
  const visitor = await market.visitor()
  await keepSession(visitor.page, body)
  return { ...visitor, headers: { authorization: `Bearer ${body.access_token}` }, email, user_id }
}

/** Places a buyer's order of `quantity` units of a product; returns its id. */
export async function placeOrder(
  market: Market,
  buyer: { headers: { authorization: string } },
  { product_id = 'PRD00001', quantity = 1, shipping_address = {} as Record<string, string> } = {},
): Promise<string> {
  const call = (url: string, payload: object) =>
    market.app.inject({ method: 'POST', url, headers: buyer.headers, payload })
  await call('/api/cart/items', { product_id, quantity })
  const response = await call('/api/orders', { shipping_address, payment_method: 'paypal' })
  return response.json<{ order_id: string }>().order_id
}
