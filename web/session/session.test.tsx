import { AuthRetryableFetchError, GoTrueClient } from '@supabase/auth-js'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { sessionMessages } from '../../shared/accounts/session-messages.ts'
import { appMessages } from '../../shared/app/messages.ts'
import { SESSION_STATE_KEY } from '../../shared/auth/constants.ts'
import { cartMessages } from '../../shared/cart/messages.ts'
import { openedSession, storeSession } from '../test/account-fixtures.ts'
import { answersForCart, productOf } from '../test/fixtures.ts'
import { type Answers, type Call, openPage, refusal } from '../test/open-page.tsx'

/** The time by the server's clock; this browser's is two hours ahead. */
const SERVER_NOW = Date.now() - 2 * 3_600_000
const RENEWED = openedSession('buyer', {}, 'aal1', SERVER_NOW)

/** Opens a product for a buyer whose session was stored earlier; the server accepts only a renewed token. */
async function openProduct(answers: Answers = {}, stored: ReturnType<typeof openedSession> = openedSession('buyer')) {
  storeSession(stored)
  const { answers: ofCart, serverCart } = answersForCart({})
  const addItem = ofCart['POST /api/cart/items'] as (call: Call) => unknown
  const isRenewed = ({ headers }: Call) => headers.get('authorization') === `Bearer ${RENEWED.access_token}`
  const page = await openPage('/product/PRD00001', {
    answers: {
      ...ofCart,
      'GET /api/products/PRD00001': productOf(),
      'GET /api/products/PRD00001/related': { products: [] },
      'GET /auth/v1/user': (call: Call) => (isRenewed(call) ? RENEWED.user : refusal(403, 'bad_jwt')),
      'POST /api/cart/items': (call: Call) => (isRenewed(call) ? addItem(call) : refusal(401, 'bad_jwt')),
      'POST /auth/v1/token': RENEWED,
      '*': 404,
      ...answers,
    },
  })
  const { user, calls } = page
  const renewals = () => calls.filter(({ path }) => path === '/auth/v1/token').length
  const add = async () => user.click(await screen.findByRole('button', { name: cartMessages.addToCart }))
  const menu = () => screen.findByRole('button', { name: appMessages.accountMenu })
  const logOut = async () => {
    await user.click(await menu())
    await user.click(await screen.findByRole('button', { name: appMessages.logout }))
  }
  return { ...page, serverCart, renewals, add, menu, logOut }
}

test('a user does not notice that the token has expired: after one 401 it is renewed once, and the call repeated', async () => {
  const { add, serverCart, renewals } = await openProduct()
  await add()
  await screen.findByText(cartMessages.productAdded)
  expect(serverCart).toEqual({ PRD00001: 1 })
  expect(renewals()).toBe(1)
})

test('a user whose token has expired can still log out', async () => {
  const ended: Call[] = []
  const LOGOUT = 'POST /auth/v1/logout'
  const { logOut } = await openProduct({
    'GET /auth/v1/user': 503,
    [LOGOUT]: (call: Call) => {
      ended.push(call)
      return call.headers.get('authorization') === `Bearer ${RENEWED.access_token}` ? 204 : refusal(403, 'bad_jwt')
    },
  })
  await logOut()
  await screen.findByText(sessionMessages.loggedOut)
  expect(ended).toHaveLength(2)
  expect(localStorage.getItem(SESSION_STATE_KEY)).toBeNull()
})

test('a user whose session cannot be renewed at the moment stays signed in, and can try again', async () => {
  const expired = openedSession('buyer', {}, 'aal1', SERVER_NOW)
  const { promise: held, resolve: release } = Promise.withResolvers<object>()
  const failed = { data: { session: null }, error: new AuthRetryableFetchError('Busy', 503) } as const
  const renewal = vi.spyOn(GoTrueClient.prototype, 'getSession').mockResolvedValue(failed)
  const answers = { 'GET /auth/v1/user': RENEWED.user, 'POST /auth/v1/token': () => held }
  const { add, store, sent, serverCart } = await openProduct(answers, expired)
  await add()
  await screen.findAllByText(cartMessages.addFailed)
  // Without a token the server would have refused it as a visitor's.
  expect(sent('POST /api/cart/items')).toEqual([])
  expect(store.getState().auth.isAuthenticated).toBe(true)
  renewal.mockRestore()
  release(RENEWED)
  await add()
  await waitFor(() => expect(serverCart).toEqual({ PRD00001: 1 }))
})

test('a user whose session was ended elsewhere is signed out at the next refused call', async () => {
  const session = openedSession('buyer')
  const { add, store, answer } = await openProduct({ 'GET /auth/v1/user': session.user }, session)
  await screen.findByRole('button', { name: appMessages.accountMenu })
  expect(store.getState().auth.isAuthenticated).toBe(true)
  const ended = refusal(403, 'session_not_found')
  answer({
    'GET /auth/v1/user': ended,
    'POST /auth/v1/token': ended,
    'POST /api/cart/items': refusal(401, 'no_session'),
  })
  await add()
  await screen.findAllByText(cartMessages.addFailed)
  await screen.findByRole('link', { name: appMessages.signIn })
  expect(localStorage.getItem(SESSION_STATE_KEY)).toBeNull()
})

test('a user whose clock is hours ahead renews a token when it expires, not for every call', async () => {
  // By this clock the token has expired; the server would accept it.
  const isValid = { 'GET /auth/v1/user': RENEWED.user }
  const { add, serverCart, renewals } = await openProduct(isValid, openedSession('buyer', {}, 'aal1', SERVER_NOW))
  await add()
  await screen.findByText(cartMessages.productAdded)
  await add()
  await waitFor(() => expect(serverCart).toEqual({ PRD00001: 2 }))
  expect(renewals()).toBe(1)
  const { session } = JSON.parse(localStorage.getItem(SESSION_STATE_KEY) ?? '')
  expect(session.expires_at - Date.now() / 1000).toBeLessThan(3660)
})

test('B3: a user whose logout does not reach the server sees that, and logs out at the next press', async () => {
  const { logOut, menu, answer } = await openProduct({ 'POST /auth/v1/logout': 503 }, RENEWED)
  await logOut()
  await screen.findByText(sessionMessages.logoutFailed)
  expect(document.activeElement).toBe(await menu())
  answer({ 'POST /auth/v1/logout': 204 })
  await logOut()
  await within(screen.getByRole('banner')).findByRole('link', { name: appMessages.signIn })
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
})

test('a user who signs in by a link in another tab sees no data of the previous user', async () => {
  const other = openedSession('buyer', { id: 'buyer-2' })
  const userOf = ({ headers }: Call) =>
    headers.get('authorization') === `Bearer ${other.access_token}` ? other.user : RENEWED.user
  const { store } = await openProduct({ 'GET /auth/v1/user': userOf }, RENEWED)
  await screen.findByRole('button', { name: appMessages.accountMenu })
  const seen: (string | undefined)[] = []
  store.subscribe(() => seen.push(store.getState().auth.user?.id))
  storeSession(other)
  window.dispatchEvent(new StorageEvent('storage', { key: SESSION_STATE_KEY }))
  await waitFor(() => expect(store.getState().auth.user?.id).toBe('buyer-2'))
  // The sign-out in between dropped the first user's data.
  expect([...new Set(seen)]).toEqual([undefined, 'buyer-2'])
})
