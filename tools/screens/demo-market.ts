import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../db/embedded/free-port.ts'
import { demoAccounts } from '../../demo/accounts.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { openSecrets } from '../../server/platform/keys/secrets.ts'
import type { Role } from '../../shared/accounts/constants.ts'
import type { AccountSession } from '../../shared/auth/schema.ts'
import { startProcess, untilPrinted } from '../../tests/support/server-process.ts'
import type { Shown } from './pages.ts'

export const NOTHING_SHOWN: Shown = { orderId: '', productId: '', mailPath: '', setupPath: '' }

export interface ScreenMarket {
  origin: string
  sessions: Map<Role, AccountSession>
  shown: Shown
  close(): Promise<void>
}

/** Opens a new demo marketplace with an order, a cart and a mail. */
export function openDemoMarket(): Promise<ScreenMarket> {
  return open({}, async ({ origin, DATA_DIR }) => {
    const { apiKey } = await openSecrets(readConfig({ DATA_DIR }, false))
    const call = callerOf(origin, apiKey)
    const sessions = await signInAll(call)
    return { sessions, shown: await fillMarket(call, sessions) }
  })
}

/** Opens a new marketplace without an admin and products. */
export function openEmptyMarket(): Promise<ScreenMarket> {
  return open({ DEMO: 'off' }, async ({ output }) => {
    const [, setupPath = ''] = /(\/setup#\S+)/.exec(output()) ?? []
    return { sessions: new Map(), shown: { ...NOTHING_SHOWN, setupPath } }
  })
}

interface Opened {
  origin: string
  DATA_DIR: string
  output(): string
}

async function open(
  settings: Record<string, string>,
  fill: (opened: Opened) => Promise<Pick<ScreenMarket, 'sessions' | 'shown'>>,
): Promise<ScreenMarket> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'openstall-screens-'))
  const PORT = String(await freePort())
  const server = startProcess('server/main.ts', { DATA_DIR, PORT, ...settings })
  const close = async () => {
    await server.end('SIGTERM')
    await rm(DATA_DIR, { recursive: true, force: true })
  }
  try {
    await untilPrinted(server, /Openstall is ready/)
    const origin = `http://localhost:${PORT}`
    return { origin, close, ...(await fill({ origin, DATA_DIR, output: server.output })) }
  } catch (error) {
    await close()
    throw error
  }
}

type Call = <Body>(path: string, given?: { token?: string | undefined; body?: unknown }) => Promise<Body>

/** Returns a function that sends a request: POST with a body, GET without. It throws unless the request succeeds. */
function callerOf(origin: string, apiKey: string): Call {
  return async (path, { token, body } = {}) => {
    const response = await fetch(`${origin}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        apikey: apiKey,
        accept: 'application/json',
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return response.json()
  }
}

async function signInAll(call: Call): Promise<Map<Role, AccountSession>> {
  const sessions = new Map<Role, AccountSession>()
  for (const { role, email, password } of demoAccounts)
    sessions.set(role, await call('/auth/v1/token?grant_type=password', { body: { email, password } }))
  return sessions
}

/** Places an order and fills the cart again. */
async function fillMarket(call: Call, sessions: Map<Role, AccountSession>): Promise<Shown> {
  const buyer = { token: sessions.get('buyer')?.access_token }
  const seller = { token: sessions.get('seller')?.access_token }
  const { products } = await call<{ products: { product_id: string }[] }>('/api/seller/products', seller)
  const productId = products[0]?.product_id ?? ''
  const fillCart = async () => {
    for (const product_id of [productId, 'PRD00001', 'PRD00040'])
      await call('/api/cart/items', { ...buyer, body: { product_id, quantity: 2 } })
  }
  await fillCart()
  const shipping_address = {
    fullName: 'Ada Lamb',
    address: '1 Mill Lane',
    city: 'Leeds',
    postalCode: 'LS1',
    country: 'UK',
  }
  const body = { shipping_address, payment_method: 'credit_card' }
  const { order_id } = await call<{ order_id: string }>('/api/orders', { ...buyer, body })
  await fillCart()
  await suspendBriefly(call, sessions)
  return { ...NOTHING_SHOWN, orderId: order_id, productId, mailPath: await mailAbout(call, order_id) }
}

/** Suspends and reinstates a buyer, for entries in the activity list. */
async function suspendBriefly(call: Call, sessions: Map<Role, AccountSession>): Promise<void> {
  const admin = { token: sessions.get('admin')?.access_token }
  const { users } = await call<{ users: { user_id: string }[] }>('/api/admin/users', admin)
  const address = `/api/admin/users/${users[2]?.user_id}`
  await call(`${address}/suspend`, { ...admin, body: { reason: 'Three chargebacks within a week.' } })
  await call(`${address}/reinstate`, { ...admin, body: {} })
}

/** Waits for the mail about an order; returns the path of its HTML. */
async function mailAbout(call: Call, orderId: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { messages } = await call<{ messages: { id: string; message: { subject?: string } }[] }>('/outbox')
    const mail = messages.find(({ message }) => message.subject?.includes(orderId))
    if (mail) return `/outbox/${mail.id}/html`
    await sleep(100)
  }
  throw new Error('no mail about the order was queued')
}
