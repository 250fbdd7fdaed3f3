import { configure, screen, waitFor } from '@testing-library/dom'
import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event'
import { createRoot } from 'react-dom/client'
import { toast } from 'react-hot-toast'
import { createBrowserRouter, RouterContextProvider } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, onTestFinished, vi } from 'vitest'
import type { Role } from '../../shared/accounts/constants.ts'
import { SESSION_STATE_KEY } from '../../shared/auth/constants.ts'
import type { CartResponse } from '../../shared/cart/schema.ts'
import { CategoryList, setCategories } from '../../shared/catalog/categories.ts'
import { STANDARD_FACTS, setFactsSource } from '../../shared/kernel/market-facts.ts'
import { shownMarket, standardMarket } from '../../shared/market/footer.ts'
import type { Notifications } from '../../shared/notifications/schema.ts'
import type { SavedResponse } from '../../shared/saved/schema.ts'
import type { AppStore } from '../api/app-store.ts'
import type { Site } from '../api/site.ts'
import { allRoutes as routes } from '../app/all-routes.ts'
import { App } from '../app/app.tsx'
import { storeContext } from '../app/page-route.ts'
import { createBrowserStore, createServices } from '../app/store.ts'

// Tests may replace the global one.
const { setImmediate } = globalThis

/** Lets React render what the last step has changed: until then, for example, a busy button ignores presses. */
async function untilRendered<Result>(step: () => Promise<Result>): Promise<Result> {
  const result = await step()
  // A rendering, its effects, and a rendering of what these change.
  for (let turn = 0; turn < 3; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
  return result
}

// A busy machine must not fail tests. Elements hidden from screen readers are tested in a real browser, which applies styles.
configure({
  asyncUtilTimeout: 60_000,
  asyncWrapper: untilRendered,
  getElementError: (message) => new Error(`${message?.split('\n')[0]}\n${shownText()}`),
})

// happy-dom lacks this property.
Object.defineProperty(HTMLTableSectionElement.prototype, 'rows', {
  configurable: true,
  get(this: HTMLElement) {
    return this.querySelectorAll('tr')
  },
})

/** A request of a page, as sent over the network. */
export interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  /** Parsed JSON; undefined without a body. */
  body: unknown
}

/**
 * By `GET /api/path`, without parameters: a response's JSON, the status of a failure or of no content, a whole response, or a
 * function of the call that returns one of these. `*` answers all other calls; without it an unanswered call fails the test.
 */
export type Answers = Record<string, unknown>

interface OpenPage {
  user: UserEvent
  store: AppStore
  /** All calls so far, in order. */
  calls: Call[]
  /** Replaces the answers to later calls. */
  answer(answers: Answers): void
  /** Returns the bodies sent so far, by `POST /api/path`. */
  sent(name: string): unknown[]
}

/** Returns a refusal in the shape of all the server's errors. */
export const refusal = (status: number, code: string, message = 'No', details?: object) =>
  Response.json({ code, error_code: code, message, msg: message, ...(details && { details }) }, { status })

/** An account as the sign-in service describes it. */
function userOf(role: Role, metadata: Record<string, unknown> = {}) {
  return {
    id: `${role}-1`,
    aud: 'authenticated',
    email: `${role}@example.com`,
    app_metadata: { provider: 'email', role },
    user_metadata: { display_name: 'Sample User', role, ...metadata },
    identities: [],
    created_at: '2026-01-02T03:04:05.000Z',
  }
}

let closeLast = () => {}

/** Answers to the requests of the layout around every page. */
const FRAME = {
  'GET /api/cart': { cart: {} } satisfies CartResponse,
  'GET /api/saved': { product_ids: [] } satisfies SavedResponse,
  'GET /api/notifications': { notifications: [], has_more: false, unread: 0 } satisfies Notifications,
}

/**
 * Opens an address of the marketplace with its whole front end in the test's DOM: routes, store and session are those of the
 * browser, and each call is answered by `answers`. `as` is the role of the signed-in user; without it there is none. A page
 * that the test opened before is left as by a reload: what it stored stays.
 */
export async function openPage(
  path: string,
  { as, answers = {}, site }: { as?: Role; answers?: Answers; site?: Partial<Site> } = {},
): Promise<OpenPage> {
  closeLast()
  // happy-dom lacks popovers.
  HTMLElement.prototype.togglePopover = () => false
  if (document.defaultView) document.defaultView.getComputedStyle = styleOf
  // Media queries in rem depend on it.
  document.documentElement.style.fontSize = '16px'
  // happy-dom searches the document for its body after each change.
  Object.defineProperty(document, 'body', { configurable: true, value: document.body })
  // Without style sheets every element accepts the pointer; checking all ancestors is slow.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
  const answered: Answers = { ...FRAME, ...(as && { 'GET /auth/v1/user': userOf(as) }), ...answers }
  const calls: Call[] = []
  const unanswered: string[] = []
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const call = await callOf(new Request(input, init))
    calls.push(call)
    const name = nameOf(call)
    const answer = answered[name] ?? answered['*'] ?? 404
    if (!(name in answered || '*' in answered)) unanswered.push(name)
    return responseOf(typeof answer === 'function' ? await answer(call) : answer)
  })
  vi.stubGlobal('scrollTo', () => {})
  // Isolates the page from those of earlier tests.
  vi.stubGlobal('BroadcastChannel', LonelyChannel)
  // auth-js finds the pages of earlier tests.
  vi.spyOn(console, 'warn').mockReturnValue()
  window.loadCode = (load) => load()
  window.untilReachable = async () => true
  window.reloadOnce = () => false
  if (as) storeSession(as)
  history.replaceState(null, '', path)
  const { store, close } = renderApp({
    siteUrl: location.origin,
    apiKey: 'key',
    market: shownMarket(standardMarket()),
    ...site,
  })
  closeLast = close
  onTestFinished(() => {
    closeLast()
    setFactsSource(() => STANDARD_FACTS)
    setCategories(new CategoryList([]))
    localStorage.clear()
    sessionStorage.clear()
    expect(unanswered).toEqual([])
  })
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(store.getState().auth.ready).toBe(true))
  return {
    store,
    user,
    calls,
    answer: (later) => void Object.assign(answered, later),
    sent: (name) => calls.filter((call) => nameOf(call) === name).map(({ body }) => body),
  }
}

/** Without style sheets elements have only their own styles; computing others took a third of the time of these tests. */
const styleOf = (element: Element) => (element as HTMLElement | SVGElement).style

const Nothing = () => null

class LonelyChannel extends EventTarget {
  postMessage() {}
  close() {}
}

function renderApp(site: Site): { store: AppStore; close: () => void } {
  setFactsSource(() => site.market)
  setCategories(new CategoryList(site.market.categories))
  const services = createServices({ site })
  const store = createBrowserStore(services, [])
  const router = createBrowserRouter([{ HydrateFallback: Nothing, children: routes }], {
    getContext: () => new RouterContextProvider(new Map([[storeContext, store]])),
  })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  root.render(
    <App store={store} site={site} prefetch={() => {}}>
      <RouterProvider router={router} />
    </App>,
  )
  const close = () => {
    closeLast = () => {}
    // The left page may still write when the next one is open, and its sign-in client goes on renewing expired sessions.
    services.storage.write = () => {}
    services.storage.read = () => null
    // Later retries, such as a merge of carts, would reach the next page.
    services.tokens = { ...services.tokens, current: () => () => new Promise(() => {}) }
    toast.remove()
    root.unmount()
    router.dispose()
    document.body.replaceChildren()
  }
  return { store, close }
}

/** A session as the sign-in service opens it, for the role's default user or another one with that role. */
export function sessionOf(role: Role, id = `${role}-1`) {
  return {
    access_token: `token of ${id}`,
    token_type: 'bearer',
    refresh_token: 'refresh',
    expires_in: 3600,
    expires_at: 9_999_999_999,
    user: { ...userOf(role), id },
  }
}

function storeSession(role: Role): void {
  const { user, ...session } = sessionOf(role)
  localStorage.setItem(SESSION_STATE_KEY, JSON.stringify({ user, session }))
}

async function callOf(request: Request): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url)
  const text = await request.text()
  const isJson = request.headers.get('content-type')?.includes('json')
  const body = text && isJson ? JSON.parse(text) : text || undefined
  return { method: request.method, path: pathname, query: searchParams, headers: request.headers, body }
}

const nameOf = ({ method, path }: Call) => `${method} ${path}`

function responseOf(answer: unknown): Response {
  if (answer instanceof Response) return answer.clone()
  if (typeof answer === 'number')
    return answer === 204 ? new Response(null, { status: 204 }) : refusal(answer, 'failed')
  return Response.json(answer)
}

function shownText(): string {
  return (document.body.textContent ?? '').replaceAll(/\s+/g, ' ').slice(0, 3000)
}
