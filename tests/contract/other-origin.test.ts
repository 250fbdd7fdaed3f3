import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { SupabaseClient } from 'supabase-js-2.119'
import { afterAll, expect, test } from 'vitest'
import { signUp } from '../support/accounts.ts'
import { launchBrowser } from '../support/browser.ts'
import { closeServer, listen } from '../support/loopback.ts'
import { openForTests } from '../support/open-for-tests.ts'
import { STOCK_CLIENTS } from '../support/stock-clients.ts'

// A page of another site with the stock client from npm.
const pages = createServer(({ url = '' }, response) => {
  const version = STOCK_CLIENTS.find((one) => url === `/${one}.js`)
  if (version) {
    const script = new URL(`../../node_modules/supabase-js-${version}/dist/umd/supabase.js`, import.meta.url)
    response.setHeader('content-type', 'text/javascript').end(readFileSync(script))
  } else response.setHeader('content-type', 'text/html').end(`<!doctype html><script src="${url}.js"></script>`)
})
const elsewhere = await listen(pages)
afterAll(() => closeServer(pages))
const market = await openForTests({ config: { corsOrigins: [elsewhere] } })
const origin = await market.app.listen({ port: 0, host: '127.0.0.1' })
const seller = await signUp(market, { role: 'seller' })
const browser = await launchBrowser()
afterAll(() => browser.close())

/** The script of the page. */
interface Elsewhere {
  supabase: { createClient(address: string, key: string): SupabaseClient }
}

test.each(STOCK_CLIENTS)(
  'E7: on a page of another origin, supabase-js %s signs in, reads, counts, writes and shows pictures',
  async (version) => {
    const page = await browser.newPage()
    const problems: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    await page.goto(`${elsewhere}/${version}`)
    const seen = await page.evaluate(
      async ({ address, key, email, password }) => {
        const client = (window as unknown as Elsewhere).supabase.createClient(address, key)
        const signedIn = await client.auth.signInWithPassword({ email, password })
        const canvas = document.createElement('canvas')
        canvas.width = canvas.height = 8
        const row = {
          product_name: 'From elsewhere',
          product_price: 3,
          product_desc: '<p>Good.</p>',
          product_category: ['Toys'],
          featured_image: canvas.toDataURL('image/png'),
        }
        const inserted = await client.from('products').insert(row).select().single()
        const own = client.from('products').update({ ...inserted.data, product_price: 4 })
        const updated = await own.eq('product_id', inserted.data?.product_id).select('product_price').single()
        const query = client.from('products').select('product_id, featured_image', { count: 'exact' })
        const read = await query.eq('product_id', inserted.data?.product_id).range(0, 4)
        const refused = await client.from('orders').select()
        const show = (src: string) =>
          new Promise<number>((resolve) => {
            const image = new Image()
            image.onload = () => resolve(image.naturalWidth)
            image.onerror = () => resolve(0)
            image.src = src
          })
        const picture = String(read.data?.[0]?.featured_image)
        const avatar = String(signedIn.data.user?.user_metadata.avatar_url)
        const kept = await client.auth.updateUser({ data: { avatar_url: avatar, display_name: 'Elsewhere' } })
        const shown = await show(picture)
        const deleted = await client.from('products').delete().eq('product_id', inserted.data?.product_id)
        return {
          errors: [signedIn, inserted, updated, read, kept, deleted].map(({ error }) => error),
          updated: updated.data,
          count: read.count,
          refused: [refused.status, refused.error?.message],
          picture,
          shown,
          avatar,
          avatarShown: await show(avatar),
          kept: kept.data.user?.user_metadata,
          left: deleted.status,
        }
      },
      { address: origin, key: market.deps.secrets.apiKey, email: seller.email, password: seller.password },
    )
    expect(seen.errors).toEqual([null, null, null, null, null, null])
    expect(seen).toMatchObject({
      updated: { product_price: 4 },
      count: 1,
      refused: [403, 'You are not allowed to do this.'],
      left: 204,
      kept: { avatar_url: seen.avatar, display_name: 'Elsewhere' },
    })
    for (const address of [seen.picture, seen.avatar]) expect(address.startsWith(`${origin}/`)).toBe(true)
    for (const width of [seen.shown, seen.avatarShown]) expect(width).toBeGreaterThan(0)
    expect(problems.filter((text) => !text.includes('403'))).toEqual([])
    await page.close()
  },
)

test('E7: a preflight allows the requests of stock clients; public pictures may be embedded by other sites', async () => {
  const headers = {
    origin: elsewhere,
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'accept-profile,content-profile,prefer,range,x-retry-count',
  }
  const preflight = await market.app.inject({ method: 'OPTIONS', url: '/rest/v1/products', headers })
  const allowed = String(preflight.headers['access-control-allow-headers']).split(', ')
  for (const name of [
    ...['accept-profile', 'content-profile', 'prefer', 'range', 'x-retry-count', 'x-client-info'],
    'x-supabase-api-version',
  ])
    expect(allowed).toContain(name)
  const read = await market.app.inject({ url: '/rest/v1/products', headers: { ...seller.headers, origin: elsewhere } })
  const exposed = String(read.headers['access-control-expose-headers']).split(', ')
  expect(exposed).toEqual(expect.arrayContaining(['content-range', 'link']))
  const { body } = await market.app.inject({ url: '/auth/v1/user', headers: seller.headers })
  const avatar = await market.app.inject({ url: JSON.parse(body).user_metadata.avatar_url })
  expect(avatar.headers['cross-origin-resource-policy']).toBe('cross-origin')
  // Private responses stay readable only by pages of this origin.
  expect(read.headers['cross-origin-resource-policy']).toBe('same-origin')
})
