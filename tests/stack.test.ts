import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../server/platform/config/config.ts'
import { openSecrets } from '../server/platform/keys/secrets.ts'
import type { AccountSession } from '../shared/auth/schema.ts'
import type { SellerProduct } from '../shared/catalog/schema.ts'
import { openStack } from '../tools/stack/open-stack.ts'
import { openFolder } from './support/open-folder.ts'
import { drawPng, wellFilled } from './support/product-form.ts'
import { startLoad } from './support/steady-load.ts'

const folder = await openFolder()
const mails: string[] = []
const stack = await openStack({
  folder,
  environment: { ...process.env, DRAIN_SECONDS: '0.6' },
  onMail: (mail) => mails.push(mail),
})
afterAll(() => stack.close())
const { apiKey: apikey } = await openSecrets(readConfig({ ...stack.settings, DATA_DIR: folder }, false))

const auth = (origin: string, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${origin}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

async function signUp(origin: string, role: string, email: string): Promise<AccountSession> {
  const response = await auth(origin, '/signup', { email, password: 'a long enough phrase', data: { role } })
  expect(response.status).toBe(200)
  return (await response.json()) as AccountSession
}

/** Returns the addresses of the two servers. */
function both(): [string, string] {
  const [first, second] = stack.servers
  if (!first || !second) throw new Error('two servers are needed')
  return [first.origin, second.origin]
}

test('two servers behind a proxy are one marketplace: a session, product and picture of one exist on the other', async () => {
  const [first, second] = both()
  const { access_token } = await signUp(first, 'seller', 'seller@example.com')
  const authorization = `Bearer ${access_token}`
  const user = await fetch(`${second}/auth/v1/user`, { headers: { apikey, authorization } })
  expect(user.status).toBe(200)
  expect(((await user.json()) as { email: string }).email).toBe('seller@example.com')

  const form = new FormData()
  form.set('product', JSON.stringify(wellFilled))
  form.set('featured', new Blob([Uint8Array.from(await drawPng('#c84'))], { type: 'image/png' }), 'a.png')
  const made = await fetch(`${first}/api/seller/products`, { method: 'POST', headers: { authorization }, body: form })
  expect(made.status).toBe(201)
  const { product_id, featured_image } = (await made.json()) as SellerProduct
  const picture = await fetch(new URL(featured_image, second))
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)])
  for (const origin of [second, stack.origin]) {
    const page = await fetch(`${origin}/product/${product_id}`)
    expect([page.status, (await page.text()).includes(wellFilled.product_name)]).toEqual([200, true])
  }
})

test('a mail requested through the proxy arrives, and links to the proxy', async () => {
  await signUp(stack.origin, 'buyer', 'forgetful@example.com')
  expect((await auth(stack.origin, '/recover', { email: 'forgetful@example.com' })).status).toBe(200)
  await expect.poll(() => mails.filter((mail) => mail.includes('forgetful@example.com')).length).toBe(1)
  expect(mails.join().replaceAll('=\r\n', '')).toContain(`${stack.origin}/verify`)
})

test('F5: restarting the servers one by one under load through the proxy fails no request', async () => {
  const load = startLoad(`${stack.origin}/api/products/flash-sale`, 8)
  await expect.poll(() => load.completed, { interval: 5 }).toBeGreaterThan(50)
  for (const server of stack.servers) expect(await server.restart()).toBe(0)
  const completedBefore = load.completed
  await expect.poll(() => load.completed, { interval: 5 }).toBeGreaterThan(completedBefore + 50)
  await load.stop()
  expect(load.failures).toEqual([])
})
