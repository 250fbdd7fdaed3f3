import type { Page } from 'playwright-core'
import type { SignUpRole } from '../../shared/accounts/constants.ts'
import type { AccountSession } from '../../shared/auth/schema.ts'
import { callAuth } from './accounts.ts'
import type { Market, Visitor } from './market.ts'

const PASSWORD = 'a long enough phrase'

export interface SignedIn extends Visitor {
  /** Headers of the user's own API requests. */
  headers: { authorization: string }
  email: string
  user_id: string
}

/** Returns a new account that is signed in in a browser of its own, as after an earlier sign-in. */
export async function signedInVisitor(
  market: Market,
  { role = 'buyer', cart = {} }: { role?: SignUpRole; cart?: Record<string, number> } = {},
): Promise<SignedIn> {
  const email = `${crypto.randomUUID()}@example.com`
  const { body } = await callAuth<AccountSession & Record<string, unknown>>(market, 'POST', '/signup', {
    body: { email, password: PASSWORD, data: { display_name: 'Sample User', role } },
  })
  const headers = { authorization: `Bearer ${body.access_token}` }
  for (const [product_id, quantity] of Object.entries(cart)) {
    await market.app.inject({ method: 'POST', url: '/api/cart/items', headers, payload: { product_id, quantity } })
  }
  const visitor = await market.visitor()
  await keepSession(visitor.page, body)
  return { ...visitor, headers, email, user_id: body.user.id }
}

/** Stores a session in the browser as the sign-in client does. */
export async function keepSession(page: Page, { user, ...session }: AccountSession): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate((stored) => localStorage.setItem('authState', stored), JSON.stringify({ user, session }))
}
