import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import type { CategoryPage, Product, SearchResult } from '../../../../shared/catalog/schema.ts'
import type { Suggestions } from '../../../../shared/catalog/search-schema.ts'
import type { AdminCategories, CategoryForm } from '../../../../shared/categories/schema.ts'
import type { Market } from '../../../../shared/market/schema.ts'
import { call } from '../../../../tests/support/api.ts'
import { attemptsMade, failNext } from '../../../../tests/support/failing-statements.ts'
import { underContention } from '../../../../tests/support/lock-contention.ts'
import { openBeside, openWithPages, signUpAll } from '../../../../tests/support/open-for-tests.ts'
import { createProduct, sendProduct } from '../../../../tests/support/product-form.ts'
import { buildProducts } from '../../../../tests/support/products.ts'
import { filesOf, picture } from '../../../../tests/support/storage.ts'

const market = await openWithPages()
const [admin, seller] = await signUpAll(market, 'admin', 'seller')
const other = await openBeside(market)

type Answer = AdminCategories & { code?: string; message?: string }
type Body = Partial<CategoryForm> & { revision?: number; into?: string; slugs?: string[] }
const send = (method: 'POST' | 'PUT', path: string, body: Body) =>
  call<Answer>(market, method, `/api/admin/${path}`, { as: admin, body })
const list = async () => (await call<Answer>(market, 'GET', '/api/admin/categories', { as: admin })).body.categories
const find = async (slug: string) => {
  const found = (await list()).find((one) => one.slug === slug)
  if (!found) throw new Error(`there is no category ${slug}`)
  const { name, is_hidden, revision } = found
  return { name, slug, is_hidden, revision }
}
const save = async (slug: string, change: Body) =>
  send('PUT', `categories/${slug}`, { ...(await find(slug)), ...change })
const merge = async (slug: string, into: string) =>
  send('POST', `categories/${slug}/merge`, { revision: (await find(slug)).revision, into })
const read = async <Result>(path: string, at = market) => (await call<Result>(at, 'GET', path)).body
const namesIn = async (at = market) => (await read<Market>('/api/market', at)).categories.map(({ name }) => name)
const listed = (term: string, at = market) =>
  read<CategoryPage>(`/api/categories/${encodeURIComponent(term)}/products`, at)
const rest = <Result = { product_id: string; product_category: string[] }[]>(
  method: 'GET' | 'PATCH',
  query: string,
  body?: object,
) =>
  call<Result>(market, method, `/rest/v1/products?${query}`, {
    as: seller,
    headers: { apikey: market.deps.secrets.apiKey, prefer: 'return=representation' },
    ...(body && { body }),
  })
const untilMoved = async () => {
  const moving = market.db.selectFrom('categories').select('slug').where('moves_to', 'is not', null)
  await expect.poll(() => moving.execute()).toEqual([])
}

test('a renamed category keeps its products: every process has the new name at once, and the former one leads there', async () => {
  const { product_id } = await createProduct(market, seller, { product_name: 'Kite', product_category: ['Toys'] })
  const path = `/api/products/${product_id}`
  await Promise.all([namesIn(other), read(path, other), read(path)])
  const { revision } = await find('toys')
  expect(await save('toys', { name: ' Games  & Puzzles ' })).toMatchObject({ status: 200 })

  expect((await read<Product>(path)).product_category).toEqual(['Games & Puzzles'])
  await expect.poll(async () => (await read<Product>(path, other)).product_category).toEqual(['Games & Puzzles'])
  expect(await namesIn(other)).toContain('Games & Puzzles')
  expect(await listed('toys')).toMatchObject({ total: 1, moved_to: 'Games & Puzzles' })
  const moved = await market.app.inject('/category/toys?page=2')
  expect([moved.statusCode, moved.headers.location]).toEqual([308, '/category/games%20%26%20puzzles?page=2'])
  const home = (await market.app.inject('/')).body
  expect(home).toContain('href="/category/games%20%26%20puzzles"')
  expect(home).not.toContain('href="/category/toys"')
  expect((await market.app.inject('/sitemaps/pages.xml')).body).toContain('/category/games%20%26%20puzzles</loc>')
  expect((await read<SearchResult>('/api/search?category=Toys')).total).toBe(1)

  // Programs may use the former name, and get the current one.
  for (const name of ['Toys', 'Games %26 Puzzles'])
    expect((await rest('GET', `product_category=cs.{"${name}"}&select=product_category`)).body).toEqual([
      { product_category: ['Games & Puzzles'] },
    ])
  const written = await rest('PATCH', `product_id=eq.${product_id}`, { product_category: ['Toys', 'TVs'] })
  expect(written.body[0]?.product_category).toEqual(['Games & Puzzles', 'TVs'])
  // Only the row of the category has changed.
  const { rows } = await sql<{ product_category: string[] }>`
    select product_category from products where product_id = ${product_id}`.execute(market.db)
  expect(rows).toEqual([{ product_category: ['toys', 'tvs'] }])

  const recorded = await market.db.selectFrom('admin_changes').select(['before', 'after']).execute()
  expect(recorded).toEqual([{ before: { name: 'Toys' }, after: { name: 'Games & Puzzles' } }])
  expect(
    await send('PUT', 'categories/toys', { name: 'Toys', slug: 'toys', is_hidden: false, revision }),
  ).toMatchObject({
    status: 409,
    body: { code: 'newer_revision' },
  })
  // Also one in capitals, and after other changes.
  await save('toys', { name: 'TOYS' })
  for (const is_hidden of [true, false]) await save('toys', { name: 'Toys', is_hidden })
  const { body } = await rest('PATCH', `product_id=eq.${product_id}`, { product_category: ['TOYS', 'TVs'] })
  expect(body[0]?.product_category).toEqual(['Toys', 'TVs'])
  expect((await market.app.inject('/category/toys')).statusCode).toBe(200)
})

test('a hidden category is in no menu, tile or form, and its page works', async () => {
  await buildProducts(market, [{ product_name: 'Dash camera', product_category: ['Automotive'] }])
  await save('automotive', { is_hidden: true })
  const [home, page] = await Promise.all(['/', '/category/automotive'].map((path) => market.app.inject(path)))
  expect(home?.body).not.toContain('href="/category/automotive"')
  expect(page?.statusCode).toBe(200)
  expect(page?.body).toContain('Dash camera')
  expect(page?.body).toContain('<title>Automotive · ')
  expect((await read<SearchResult>('/api/search?q=dash')).categories).toEqual([])
  expect((await read<Suggestions>('/api/suggestions?q=autom')).categories).toEqual([])
  await save('automotive', { is_hidden: false })
})

test('a category with another slug keeps its page, and the former slug leads to it; a failed move of its products is continued', async () => {
  await failNext(market.db, { event: 'delete', table: 'categories', attempts: 1, code: '22000' })
  // Beyond what one statement searches.
  await sql`select setval('product_numbers', 120_000)`.execute(market.db)
  await buildProducts(market, [{ product_name: 'Rasp', product_category: ['Tools & Hardware', 'Gaming'] }])
  expect((await save('tools-hardware', { slug: 'workshop' })).status).toBe(200)
  expect(await listed('tools & hardware')).toMatchObject({ total: 1 })
  expect((await rest('GET', 'product_category=cs.{"Tools %26 Hardware"}&select=product_id')).body).toHaveLength(1)
  const moved = await market.app.inject('/category/tools-hardware')
  expect([moved.statusCode, moved.headers.location]).toEqual([308, '/category/tools%20%26%20hardware'])
  expect((await save('gaming', { slug: 'tools-hardware' })).body.code).toBe('slug_taken')
  await untilMoved()
  expect(await attemptsMade(market.db)).toBeGreaterThan(1)
  expect((await listed('tools & hardware')).total).toBe(1)
  // The words of the short name find its products.
  expect((await read<SearchResult>('/api/search?q=workshop')).products).toHaveLength(1)
  expect((await find('workshop')).name).toBe('Tools & Hardware')
})

test('the tile of a category has the picture that an admin chose, until it is removed or merged', async () => {
  const pathNow = async () => {
    const { picture = '' } = (await list()).find(({ slug }) => slug === 'cameras') ?? {}
    return `/api/admin/categories/cameras/picture?${new URLSearchParams({ from: picture })}`
  }
  const path = await pathNow()
  const { revision } = await find('cameras')
  const payload = await picture('png', { width: 600, height: 300 })
  const headers = { ...admin.headers, 'content-type': 'image/png' }
  expect((await market.app.inject({ method: 'PUT', url: path, headers, payload })).statusCode).toBe(200)
  const shown = (await read<Market>('/api/market')).categories.find(({ slug }) => slug === 'cameras')?.picture ?? ''
  expect((await market.app.inject('/')).body).toContain(`src="${shown.replaceAll('&', '&amp;')}"`)
  const { width, height } = await sharp((await market.app.inject(shown)).rawPayload).metadata()
  expect([width, height]).toEqual([256, 256])
  const files = await filesOf(market)
  // Again, as if the response was lost.
  expect((await market.app.inject({ method: 'PUT', url: path, headers, payload })).statusCode).toBe(200)
  expect(await filesOf(market)).toEqual(files)
  expect(await pathNow()).toContain(encodeURIComponent(shown))
  const another = await picture('png', { background: '#0f0' })
  const refused = await market.app.inject({ method: 'PUT', url: path, headers, payload: another })
  expect(refused.json().code).toBe('newer_revision')
  expect((await call(market, 'DELETE', path, { as: admin })).status).toBe(409)
  expect((await call(market, 'DELETE', await pathNow(), { as: admin })).status).toBe(200)
  // A form beside it is saved on the revision that it was read with.
  expect((await find('cameras')).revision).toBe(revision)
  expect((await market.app.inject(shown)).statusCode).toBe(400)
})

const form = (more: Partial<CategoryForm> = {}): Body => ({ name: 'Garden', slug: 'garden', is_hidden: false, ...more })
test('an admin adds up to 40 categories and orders them; others are refused', async () => {
  const before = await list()
  for (let number = before.length; number < 40; number++)
    expect((await send('POST', 'categories', form({ name: `Aisle ${number}`, slug: `aisle-${number}` }))).status).toBe(
      201,
    )
  expect(await send('POST', 'categories', form())).toMatchObject({ status: 409, body: { code: 'too_many_categories' } })
  expect((await send('POST', 'categories', form({ slug: 'null' }))).status).toBe(400)
  const slugs = (await list()).map(({ slug }) => slug).toReversed()
  expect((await send('PUT', 'category-order', { slugs })).status).toBe(200)
  await expect.poll(async () => (await namesIn(other)).at(0)).toBe('Aisle 39')
  for (const stale of [{ slugs: slugs.slice(1) }, { slugs, from: slugs.toReversed() }])
    expect((await send('PUT', 'category-order', stale)).body.code).toBe('newer_revision')
  const added = await createProduct(market, seller, { product_name: 'Rake', product_category: ['Aisle 20'] })
  expect(added.product_category).toEqual(['Aisle 20'])
  expect(
    await sendProduct(market, 'POST', '/api/seller/products', {
      as: seller,
      product: { ...added, product_category: ['Aisle 99'], images: [added.featured_image] },
    }),
  ).toMatchObject({ status: 400 })
  for (let number = before.length; number < 40; number++) await merge(`aisle-${number}`, 'phones')
  expect(await list()).toHaveLength(before.length)
})

test('a category is not merged into itself or in a circle', async () => {
  expect((await merge('cameras', 'cameras')).body.code).toBe('merged_into_itself')
  expect((await merge('cameras', 'none')).body.code).toBe('category_not_found')
  expect((await merge('wearables', 'cameras')).status).toBe(200)
  expect((await merge('cameras', 'wearables')).body.code).toBe('category_moves')
})

// catches: category-list-unlocked
test('of two admins who add a category with one name, one does', async () => {
  const add = (slug: string) => send('POST', 'categories', form({ slug }))
  const answers = await underContention(
    market.db,
    (locking) => sql`lock table categories in share row exclusive mode`.execute(locking),
    () => Promise.all([add('garden'), add('gardening')]),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('names with the same letters in another case are one name, also in Turkish and Greek', async () => {
  const add = (name: string, slug: string) => send('POST', 'categories', { name, slug, is_hidden: false })
  expect((await add('Ilık', 'ilik')).status).toBe(201)
  expect(await add('İlık', 'ilik-2')).toMatchObject({ status: 409, body: { code: 'name_taken' } })
  expect(await save('toys', { name: 'İlık' })).toMatchObject({ status: 409, body: { code: 'name_taken' } })
  const { product_id } = await createProduct(market, seller, {})
  for (const name of ['ΚΗΠΟΣ', 'İçecek']) {
    await save('ilik', { name })
    expect((await save('ilik', { name: 'Bahçe' })).status).toBe(200)
    const written = await rest('PATCH', `product_id=eq.${product_id}`, { product_category: [name] })
    expect(written.body[0]?.product_category).toEqual(['Bahçe'])
  }
})

// catches: moving-category-unlocked
test('while 50 products are written, 500 reads of a merged category find each product, once', async () => {
  const nameOf = (number: number) => `Crate ${String(number).padStart(4, '0')}`
  const BOTH = 20
  const FIRST = 450
  await buildProducts(
    market,
    Array.from({ length: FIRST }, (_, number) => ({
      product_name: nameOf(number),
      product_category: number < BOTH ? ['Groceries', 'Fashion'] : [number % 5 ? 'Groceries' : 'Fashion'],
    })),
  )
  // A product that is being written with the category when it is merged.
  const late = await market.db.startTransaction().execute()
  onTestFinished(async () => {
    if (!late.isCommitted) await late.rollback().execute()
  })
  await sql`select from categories where slug = 'groceries' for key share`.execute(late)
  await sql`
    insert into products (seller_id, product_name, product_price, featured_image, product_desc, product_category)
    values (${seller.user_id}::uuid, 'Sack', 5, '/sack.webp', '<p>Late</p>', '{groceries}')`.execute(late)

  expect((await merge('groceries', 'fashion')).status).toBe(200)
  await expect.poll(() => namesIn(other)).not.toContain('Groceries')
  let written = 0
  let started = 0
  const writing = (async () => {
    while (started < 50) {
      const product_category = [started % 2 ? 'Groceries' : 'Fashion']
      const product = await createProduct(market, seller, { product_name: nameOf(FIRST + started++), product_category })
      expect(product.product_category).toEqual(['Fashion'])
      written++
    }
  })()
  let reads = 0
  const readOnce = async (at: typeof market) => {
    const least = FIRST + written
    // Later pages are read from the end, where products are being added.
    const page = 1 + (reads++ % 40)
    const { products } = await read<CategoryPage>(`/api/categories/fashion/products?page=${page}`, at)
    const expected = Array.from({ length: 5 }, (_, index) => nameOf((page - 1) * 5 + index))
    expect(products.map(({ product_name }) => product_name)).toEqual(expected)
    for (const { product_category } of products) expect(product_category).toEqual(['Fashion'])
    // One statement, without what is cached.
    const { categories, total } = await read<SearchResult>(
      `/api/search?q=crate&category=Fashion&after_change=${reads}`,
      at,
    )
    expect(total).toBeGreaterThanOrEqual(least)
    expect(total).toBeLessThanOrEqual(FIRST + started)
    expect(categories).toEqual([{ category: 'Fashion', count: total }])
  }
  const moving = market.db.selectFrom('categories').select('slug').where('moves_to', 'is not', null)
  const isWaiting = async () => (await sql`select from pg_locks where not granted`.execute(market.db)).rows.length > 0
  do {
    await readOnce(reads % 2 ? other : market)
    // An idle transaction would be ended.
    await sql`select`.execute(late)
  } while (!(await isWaiting()))
  await late.commit().execute()
  while (reads < 500 || (await moving.execute()).length) await readOnce(reads % 2 ? other : market)
  await writing
  expect((await listed('fashion')).total).toBe(FIRST + 50 + 1)
  const { rows } = await sql`select from products where 'groceries' = any(product_category)`.execute(market.db)
  expect(rows).toEqual([])
})

test('a shop with one category of its own has its tile, its list and its products from the first minute', async () => {
  await send('POST', 'categories', form({ name: 'Cheese', slug: 'cheese' }))
  for (const { slug } of await list()) if (slug !== 'cheese') await merge(slug, 'cheese')
  expect(await namesIn()).toEqual(['Cheese'])
  const added = await createProduct(market, seller, { product_name: 'Comté', product_category: ['Cheese'] })
  expect(added.product_category).toEqual(['Cheese'])
  expect((await read<SearchResult>('/api/search?q=comt')).categories).toEqual([{ category: 'Cheese', count: 1 }])
  for (const path of ['/', '/category/cheese', `/product/${added.product_id}`])
    expect((await market.app.inject(path)).statusCode).toBe(200)
})
