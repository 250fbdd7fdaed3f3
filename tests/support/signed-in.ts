import type { Page } from 'playwright-core'
import type { SignUpRole } from '../../shared/accounts/constants.ts'
import type { AccountSession } from '../../shared/auth/schema.ts'
import { callAuth } from './accounts.ts'
import { addToCart, checkout, postOrder } from './api.ts'
import type { Market, Visitor } from './market.ts'
import { buildProduct, type ProductFacts } from './products.ts'

const PASSWORD = 'a long enough phrase'

export interface SignedIn extends Visitor {
  /** Headers of the user's own API requests. */
  headers: { authorization: string }
  email: string
  user_id: string
}

type Session = AccountSession & Record<string, unknown>

async function signUp(market: Market, data: { display_name?: string; role?: SignUpRole }): Promise<Session> {
  const body = { email: `${crypto.randomUUID()}@example.com`, password: PASSWORD, data: { role: 'buyer', ...data } }
  return (await callAuth<Session>(market, 'POST', '/signup', { body })).body
}

async function openBrowser(market: Market, session: AccountSession): Promise<SignedIn> {
  const visitor = await market.visitor()
  await keepSession(visitor.page, session)
  const headers = { authorization: `Bearer ${session.access_token}` }
  return { ...visitor, headers, email: session.user.email, user_id: session.user.id }
}

/** Returns a new account with a browser of its own, which has its session from an earlier sign-in. */
export async function signedInVisitor(
  market: Market,
  { role = 'buyer', cart = {} }: { role?: SignUpRole; cart?: Record<string, number> } = {},
): Promise<SignedIn> {
  const visitor = await openBrowser(market, await signUp(market, { display_name: 'Sample User', role }))
  for (const [product_id, quantity] of Object.entries(cart)) await addToCart(market, visitor, product_id, quantity)
  return visitor
}

/** Stores a session in the browser as the sign-in client does. */
export async function keepSession(page: Page, { user, ...session }: AccountSession): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate((stored) => localStorage.setItem('authState', stored), JSON.stringify({ user, session }))
}

/** Ends the session on the server, which the browser does not know yet. */
export async function endSession(market: Market, { headers }: Pick<SignedIn, 'headers'>): Promise<void> {
  const { status } = await callAuth(market, 'POST', '/logout', { headers })
  if (status !== 204) throw new Error(`The session was not ended: ${status}`)
}

/** Fills in and submits the sign-in form on the page. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Successfully signed in!').first().waitFor()
}

/** Returns an admin with a signed-in browser; the role is set in the database, as by the operator's command. */
export async function adminVisitor(market: Market, display_name = 'Mo Warden'): Promise<SignedIn> {
  const account = await signUp(market, { display_name })
  await market.db.updateTable('users').set({ role: 'admin' }).where('id', '=', account.user.id).execute()
  const body = { email: account.user.email, password: PASSWORD }
  return openBrowser(market, (await callAuth<Session>(market, 'POST', '/token?grant_type=password', { body })).body)
}

/** Places a buyer's order of `quantity` units of a product; returns its id. */
export async function placeOrder(
  market: Market,
  buyer: { headers: { authorization: string } },
  { product_id = 'PRD00001', quantity = 1, shipping_address = {} as Record<string, string> } = {},
): Promise<string> {
  await addToCart(market, buyer, product_id, quantity)
  const { body } = await postOrder(market, buyer, { shipping_address, payment_method: 'paypal' })
  return body.order_id
}

/** Returns a seller of one product, and a buyer who has ordered `quantity` units of it along with the cart's contents. */
export async function openTrade(
  market: Market,
  { quantity = 1, cart = {}, ...facts }: ProductFacts & { quantity?: number; cart?: Record<string, number> } = {},
) {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const product = { seller_id: seller.user_id, product_name: 'Brass Lantern', ...facts }
  const { product_id } = await buildProduct(market, product)
  const buyer = await signedInVisitor(market, { cart })
  const { shipping_address } = checkout
  const order_id = await placeOrder(market, buyer, { product_id, quantity, shipping_address })
  return { seller, buyer, product_id, order_id }
}
