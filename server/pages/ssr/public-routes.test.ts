import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { homeMessages } from '../../../shared/catalog/home-messages.ts'
import { standardMarket } from '../../../shared/market/footer.ts'
import { openForTests, openWithPages } from '../../../tests/support/open-for-tests.ts'
import { buildProducts, changeCatalog, deleteProduct } from '../../../tests/support/products.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'
import type { PageRenderer } from './page-renderer.ts'

// The built pages, over the real routes and SQL.

let built: PageRenderer
let rendered: string[] = []
/** Renderings wait for this. */
let hold: Promise<void> | undefined
/** The API request of a page that responds last. */
let slowest: string | undefined

function counting(renderer: PageRenderer): PageRenderer {
  built = renderer
  return {
    ...renderer,
    render: async (url, site, fetchApi) => {
      rendered.push(url)
      await hold
      return renderer.render(url, site, async (path) => {
        if (path === slowest) await new Promise((resolve) => setTimeout(resolve, 100))
        return fetchApi(path)
      })
    },
  }
}

/** Properties that every object inherits. */
const PROTOTYPE_NAMES = ['hasOwnProperty', '__proto__', 'constructor', 'toString']
const HOSTILE_NAME = 'Lamp </script><script>alert(1)</script> "&\' <b>bright</b>'

async function insertProducts({ db }: TestApp): Promise<void> {
  const seller = await db
    .insertInto('users')
    .values({ email: 'seller@shop.test', role: 'seller' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const products = Array.from({ length: 12 }, (_, index) => ({
    product_number: index + 1,
    seller_id: seller.id,
    product_name: index === 0 ? HOSTILE_NAME : `Desk lamp ${index}`,
    product_price: 10 + index,
    featured_image: `/storage/v1/object/public/products/PRD0000${index + 1}/featured_image`,
    product_desc: '<p>It <strong>shines</strong> &amp; lasts.</p>',
    product_category: ['home-lighting'],
    flash_sale: index < 3,
  }))
  await db.insertInto('products').values(products).execute()
  await sql`select setval('product_numbers', 12)`.execute(db)
}

const market = await openWithPages({ config: { corsOrigins: ['https://other.example'] } }, counting)
await insertProducts(market)

/** Announces a change of the catalog: pages are rendered again. */
const announceChange = () => changeCatalog(market, async () => {})

const get = (url: string, headers: Record<string, string> = {}) => market.app.inject({ method: 'GET', url, headers })

describe('public pages', () => {
  test.each([
    [
      '/',
      'Openstall',
      ['Flash Sale OnGoing!', 'Browse By Category', 'Just For You', 'Desk lamp 1', 'Tools &amp; Hardware'],
    ],
    ['/category/home%20%26%20lighting', 'Home &amp; Lighting · Openstall', ['Desk lamp 1', 'Prev', 'Next']],
    [
      '/product/PRD00002',
      'Desk lamp 1 · Openstall',
      ['<strong>shines</strong>', '$11.00', 'Related Products', 'Desk lamp 2'],
    ],
    ['/search?q=lamp', 'Results for &quot;lamp&quot; · Openstall', ['All Categories', '12 products', 'Desk lamp 1']],
    ['/search?q=what?lamp', 'Results for &quot;what?lamp&quot; · Openstall', []],
  ])('%s is complete without JavaScript', async (url, title, texts) => {
    const response = await get(url)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.body).toContain(`<title>${title}</title>`)
    expect(response.body.match(/<h1[ >]/g)).toHaveLength(1)
    for (const text of texts) expect(response.body).toContain(text)
    expect(response.body).toMatch(/<meta name="description" content="[^"]{20,}/)
    expect(response.body).toMatch(/<link rel="canonical" href="http:\/\/localhost:3000\/[^"]*"/)
    expect(response.body).toMatch(/<meta property="og:title"/)
    for (const [, attributes] of response.body.matchAll(/<script([^>]*)>/g)) {
      expect(attributes).toMatch(/ src="\/assets\/|type="application\/(ld\+)?json"/)
    }
  })

  test('are the same for every visitor, cached by a CDN, and sent once', async () => {
    const first = await get('/product/PRD00003')
    expect(first.headers['cache-control']).toBe('public, max-age=0, s-maxage=30, stale-while-revalidate=300')
    expect(first.headers.vary).toBe('Origin, accept-encoding')
    expect(first.headers['set-cookie']).toBeUndefined()
    // The files that block the first paint, for early hints of a proxy.
    const [, styles, script] = /stylesheet" href="([^"]+)">\s*<script src="([^"]+)" async/.exec(first.body) ?? []
    expect(first.headers.link).toBe(`<${styles}>; rel=preload; as=style, <${script}>; rel=preload; as=script`)
    const withToken = await get('/product/PRD00003?utm_source=mail', { authorization: 'Bearer x', cookie: 'a=b' })
    expect(withToken.body).toBe(first.body)
    const again = await get('/product/PRD00003', { 'if-none-match': String(first.headers.etag) })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  test('have the same validator when rendered again, another after a change', async () => {
    // In whatever order the responses arrive.
    const validators = new Set<unknown>()
    for (slowest of ['/api/products/PRD00005', '/api/products/PRD00005/related']) {
      validators.add((await get('/product/PRD00005')).headers.etag)
      await announceChange()
    }
    slowest = undefined
    expect(validators.size).toBe(1)
    const first = await get('/product/PRD00004')
    await announceChange()
    expect((await get('/product/PRD00004')).headers.etag).toBe(first.headers.etag)
    await changeCatalog(market, (tx) =>
      tx.updateTable('products').set({ product_price: 99 }).where('product_number', '=', 4).execute(),
    )
    expect((await get('/product/PRD00004')).headers.etag).not.toBe(first.headers.etag)
  })

  test('are rendered once for concurrent requests that differ only in ignored parameters', async () => {
    rendered = []
    const addresses = Array.from({ length: 20 }, (_, index) => `/search?x=${index}&sort=price-low-high&q=desk`)
    const { promise, resolve } = Promise.withResolvers<void>()
    hold = promise
    const responses = addresses.map((url) => get(url))
    // All requests arrive while the first is being rendered.
    setTimeout(resolve, 500)
    const received = await Promise.all(responses)
    hold = undefined
    expect(new Set(received.map((response) => response.body)).size).toBe(1)
    expect(rendered).toEqual(['/search?q=desk&sort=price-low-high'])
  })
})

describe('addresses without a page', () => {
  test.each(['/products', '/about', '/contact', '/nope', '/product', '//elsewhere.test/x', '/.env', '/index.html'])(
    '%s is the not-found page',
    async (url) => {
      const response = await get(url)
      expect(response.statusCode).toBe(404)
      expect(response.body).toContain('Oops! Something went wrong.')
      expect(response.body).toContain('We&#x27;re sorry, but we couldn&#x27;t find the page you were looking for.')
      expect(response.body).toContain('Go back to homepage')
      expect(response.body).toContain('<meta name="robots" content="noindex"')
    },
  )

  test('an unknown product is not found, whatever its id', async () => {
    for (const id of [
      'PRD99999',
      'PRD1',
      'nonsense',
      '%00',
      '%3Cscript%3E',
      `PRD${'9'.repeat(400)}`,
      ...PROTOTYPE_NAMES,
    ]) {
      const response = await get(`/product/${id}`)
      expect(response.statusCode).toBe(404)
      expect(response.body).toContain('Product not found')
    }
  })

  test('a category or page without products shows a message, and is not indexed', async () => {
    for (const [url, text] of [
      ['/category/toys', 'No products found in this category.'],
      [`/category/${'x'.repeat(2000)}`, 'No products found in this category.'],
      ['/category/%00', 'No products found in this category.'],
      ...PROTOTYPE_NAMES.map((name) => [`/category/${name}`, 'No products found in this category.'] as const),
      ['/category/all?page=1000000', 'There is no page 1000000'],
    ] as const) {
      const response = await get(url)
      expect(response.statusCode).toBe(200)
      expect(response.body).toContain(text)
      expect(response.body).toContain('<meta name="robots" content="noindex, follow"')
    }
    expect((await get('/category/all')).body).not.toContain('noindex')
    expect((await get('/category/%20')).body).toContain('>Category</h1>')
  })

  test('the home page without products does not mention a category', async () => {
    const known = standardMarket()
    const site = { siteUrl: 'https://shop.test', apiKey: 'key', market: known }
    const page = await built.render('/', site, async () => ({ status: 200, body: { ...known, products: [] } }))
    const html = 'html' in page ? page.html : ''
    expect(html).toContain('There are no products yet.')
    expect(html).not.toContain('in this category')
  })

  test('the home page without products invites visitors to sell, unless sign-up is off', async () => {
    const bodies = [true, false].map(async (signUp) => {
      const { app } = await openForTests({ config: { signUp }, deps: { renderer: built } })
      return (await app.inject('/')).body
    })
    const [open, closed] = await Promise.all(bodies)
    expect(open).toContain(homeMessages.firstStep.visitor)
    expect(closed).not.toContain(homeMessages.firstStep.visitor)
    expect(closed).toContain(homeMessages.firstDay.buyer)
  })

  test('pages support GET and HEAD only', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      expect((await market.app.inject({ method, url: '/' })).statusCode).toBe(404)
    }
  })
})

test.each(['/', '/cart', '/no-such-page'])('E7: %s restricts what it loads, and cannot be framed', async (url) => {
  const { headers } = await get(url)
  const policy = new Map(
    String(headers['content-security-policy'])
      .split(';')
      .map((directive) => directive.trim().split(' '))
      .map(([name = '', ...sources]) => [name, sources.join(' ')]),
  )
  expect(Object.fromEntries(policy)).toMatchObject({
    'default-src': "'self'",
    'script-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  })
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
  expect(headers).not.toHaveProperty('set-cookie')
})

describe('failures', () => {
  test('F6: a broken component results in a bare 500 page', async () => {
    const broken: PageRenderer = { ...built, render: () => Promise.reject(new Error('secret detail')) }
    const { app } = await openForTests({ deps: { renderer: broken } })
    const response = await app.inject({ method: 'GET', url: '/' })
    expect(response.statusCode).toBe(500)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.body).toContain('<h1>Unexpected Application Error!</h1>')
    expect(response.body).not.toContain('secret')
    expect(response.body).not.toContain('<script')
  })

  test.each([
    ['/', 'Error loading products. Please try again later.'],
    ['/category/all', 'Error loading products. Please try again later.'],
    ['/search?q=lamp', 'Error loading products. Please try again later.'],
    ['/product/PRD00001', 'Failed to fetch product'],
  ])('%s shows an error while the database is unavailable, and is not cached', async (url, text) => {
    const { app, db } = await openForTests({ deps: { renderer: built } })
    // A pool must have been used before it can be destroyed.
    expect((await app.inject('/api/products/just-for-you')).statusCode).toBe(200)
    await db.destroy()
    const response = await app.inject({ method: 'GET', url })
    expect(response.statusCode).toBeGreaterThanOrEqual(500)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.body).toContain(text)
  })
})

describe('files', () => {
  test('built files are immutable and cached for a year', async () => {
    const [, script = ''] = (await get('/')).body.match(/<script src="([^"]+)"/) ?? []
    const response = await get(script, { 'accept-encoding': 'br' })
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(response.headers['content-type']).toContain('javascript')
    expect(response.headers['content-encoding']).toBe('br')
  })

  test.each([
    '/assets/../.vite/manifest.json',
    '/assets/%2e%2e/.vite/manifest.json',
    '/.vite/manifest.json',
    '/assets/',
  ])('%s is not found', async (url) => {
    expect((await get(url)).statusCode).toBeGreaterThanOrEqual(400)
  })

  test.each([
    ...['/functions/v1/hello', '/realtime/v1/websocket', '/graphql/v1', '/graphql', '/functions'],
    ...['/api/nothing', '/auth/v2/user', '/rest/v2/users', '/rest', '/storage/v2/bucket'],
  ])('%s is not found, as JSON and by any method', async (url) => {
    for (const method of ['GET', 'POST', 'HEAD'] as const) {
      const response = await market.app.inject({ method, url, headers: { accept: 'text/html,*/*' } })
      expect([response.statusCode, response.headers['content-type']]).toEqual([
        404,
        expect.stringContaining('application/json'),
      ])
    }
  })
})

describe('search engines', () => {
  test('find the addresses of the pages', async () => {
    const robots = await get('/robots.txt')
    expect(robots.headers['content-type']).toContain('text/plain')
    expect(robots.body).toContain('Disallow: /cart\n')
    expect(robots.body).toContain('Sitemap: http://localhost:3000/sitemap.xml')

    const index = await get('/sitemap.xml')
    expect(index.headers['content-type']).toContain('application/xml')
    const files = [...index.body.matchAll(/<loc>http:\/\/localhost:3000([^<]+)<\/loc>/g)].map(([, path]) => path)
    expect(files).toEqual(['/sitemaps/pages.xml', '/sitemaps/products-1.xml', '/sitemaps/sellers-1.xml'])
    expect((await get('/sitemaps/pages.xml')).body).toContain('/category/home%20%26%20lighting')
  })

  test('find every product that is not deleted, once', async () => {
    await deleteProduct(market, 'PRD00012')
    const { body } = await get('/sitemaps/products-1.xml')
    expect(body.match(/<loc>/g)).toHaveLength(11)
    expect(body).toContain('<loc>http://localhost:3000/product/PRD00002</loc>')
    expect(body).not.toContain('PRD00012')
  })

  test.each(['0', '2', '99999999', 'x', '-1', '01'])('there is no file %s', async (number) => {
    const response = await get(`/sitemaps/products-${number}.xml`)
    expect(response.statusCode).toBeGreaterThanOrEqual(400)
    expect(response.statusCode).toBeLessThan(500)
  })
})

test('a search with very many matches links only pages that can be requested', async () => {
  await buildProducts(
    market,
    Array.from({ length: 1_001 }, () => ({})),
  )
  await vi.waitFor(async () => expect((await get('/search?page=2')).body).toContain('aria-label="Page 100"'), 20_000)
  const { body } = await get('/search?page=100')
  expect(body).toContain('aria-current="page"')
  expect(body).not.toContain('page=101')
})
