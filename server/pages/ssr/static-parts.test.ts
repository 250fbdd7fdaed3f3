import { isStringOneByteRepresentation } from 'node:v8'
import { expect, test } from 'vitest'
import { categoryPath } from '../../../shared/catalog/categories.ts'
import type { SearchOverview } from '../../../shared/catalog/search-admin-schema.ts'
import { makeAdmin } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { openWithPages } from '../../../tests/support/open-for-tests.ts'
import { buildProducts } from '../../../tests/support/products.ts'
import type { PageRenderer } from './page-renderer.ts'

// Header, categories and footer are rendered with the first page and reused in all others; cards once for each shape.

/** The entities that React escapes. */
const NAMES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#x27' }
const MARKED = 'aria-current="page"'
const AUDIO = categoryPath('Audio')
/** The page that marks a category comes first and between others, in every spelling of its address. */
const PATHS = [AUDIO, '/', AUDIO.replace('category', 'Category'), '/search?q=lamp', '/cart', AUDIO, '/']

/** The last page that was rendered. */
let rendered: Awaited<ReturnType<PageRenderer['render']>>
const market = await openWithPages({}, (built) => ({
  ...built,
  async render(...given) {
    rendered = await built.render(...given)
    return rendered
  },
}))

async function getPage(path: string): Promise<string> {
  return (await market.app.inject({ url: path, headers: { accept: 'text/html' } })).body
}

function elementsOf(html: string, name: string): string[] {
  return html.match(new RegExp(`<${name}[ >].*?</${name}>`, 'gs')) ?? []
}

test('every page has the shared parts in full', async () => {
  const pages: string[] = []
  for (const path of [...PATHS, '/nothing/here']) pages.push(await getPage(path))
  const headers = pages.map((html) => elementsOf(html, 'header')[0]?.replace(/href="\/authentication[^"]*"/, ''))
  expect(new Set(headers).size).toBe(1)
  expect(headers[0]).toContain('action="/search"')
  const footers = pages.map((html) => elementsOf(html, 'footer').at(-1))
  expect(new Set(footers).size).toBe(1)
  expect(footers[0]).toContain('href="/wish-list"')
  expect(pages.filter((html) => html.includes('data-part'))).toEqual([])
})

test('a card filled in from the template equals the rendered one, whatever its texts', async () => {
  const names = [`<b>"A" & 'b'</b>`, '$& $1 /x', 'A_name_ </template>', 'Ünïcödé 👍 …', '&amp;']
  const facts = names.map((product_name) => ({ product_name, product_category: ['Groceries'], flash_sale: true }))
  const products = await buildProducts(market, facts)
  const cardsOf = async (path: string) => {
    const cards = elementsOf(await getPage(path), 'li').filter((li) => li.includes('<h3'))
    return cards.map((li) => li.replace(/loading="\w+" fetchPriority="\w+"/, ''))
  }
  // The first pictures of a list load first, and their cards are rendered each time; the others are filled in.
  const path = '/search?category=groceries'
  const [rendered, filled] = [await cardsOf(path), await cardsOf(`${path}&sort=price-low-high`)]
  expect(rendered.toSorted()).toEqual(filled.toSorted())
  for (const [index, name] of names.entries()) {
    const escaped = name.replace(/[&<>"']/g, (one) => `&${NAMES[one]};`)
    const [card, ...others] = filled.filter((li) => li.includes(`href="/product/${products[index]?.product_id}"`))
    expect(others).toEqual([])
    expect(card?.split(escaped)).toHaveLength(5)
  }
})

test('symbols beyond Latin-1 in a product become references, which saves memory; letters stay', async () => {
  const [signs, letters] = ['Lamp – “bright” … ★', 'Łampa – 灯']
  // Only this product has such symbols.
  const facts = [
    { product_name: signs, product_category: ['Gaming'] },
    { product_name: letters, product_category: ['Cameras'] },
  ]
  const products = await buildProducts(market, facts)
  const pages: string[] = []
  for (const { product_id } of products) {
    pages.push(await getPage(`/product/${product_id}`))
    const isSmall = 'html' in rendered && isStringOneByteRepresentation(rendered.html)
    expect(isSmall).toBe(pages.length === 1)
  }
  const [withSigns = '', withLetters = ''] = pages
  expect(elementsOf(withSigns, 'h1')[0]).toContain('Lamp &#8211; &#8220;bright&#8221; &#8230; &#9733;</h1>')
  const [structured = ''] = elementsOf(withSigns, 'script').filter((script) => script.includes('"Product"'))
  expect(JSON.parse(structured.replace(/<.*?>/g, ''))).toMatchObject({ '@type': 'Product', name: signs })
  expect(elementsOf(withLetters, 'h1')[0]).toContain(`${letters}</h1>`)
})

test('each page has its own way to sign in, and marks its own category', async () => {
  for (const path of PATHS) {
    const html = await getPage(path)
    const [categories = ''] = elementsOf(html, 'nav').filter((nav) => nav.includes(`href="${AUDIO}"`))
    const isCategory = path.toLowerCase() === AUDIO
    expect(categories.split(MARKED), path).toHaveLength(isCategory ? 2 : 1)
    const signIn = path === '/' ? '/authentication' : `/authentication?from=${encodeURIComponent(path)}`
    expect(html.includes(`href="${signIn}"`), path).toBe(true)
  }
})

test('searches with control characters in the address are counted without them, and do not lose others', async () => {
  const admin = await makeAdmin(market)
  for (const q of ['qwvx', '%00qwvx', 'qwvx%00', '%00', '%01%7F'])
    expect((await market.app.inject({ url: `/search?q=${q}` })).statusCode).toBe(200)
  const counted = async () =>
    (await call<SearchOverview>(market, 'GET', '/api/admin/search', { as: admin })).body.most_searched
  await expect.poll(counted).toContainEqual({ text: 'qwvx', searches: 3 })
  expect((await counted()).filter(({ text }) => /\p{Cc}/u.test(text))).toEqual([])
})
