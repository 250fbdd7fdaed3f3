import { afterAll, expect, test } from 'vitest'
import { openRenderer } from '../server/pages/ssr/open-renderer.ts'
import specifiedTexts from './specified-texts.json' with { type: 'json' }
import { openForTests } from './support/open-for-tests.ts'
import { sourcesBelow } from './support/sources.ts'
import { createMarketDatabase } from './support/test-database.ts'

/**
 * The specified texts that the server renders into the pages of visitors; for those that only scripts show, see
 * specified-pages.test.tsx.
 */
const SHOWN: Record<string, string[]> = {
  '/': [
    ...['Flash Sale OnGoing!', 'Browse By Category', 'Just For You', 'All', 'Audio', 'Automotive', 'Cameras'],
    ...['Computers', 'Fashion', 'Gaming', 'Groceries', 'Home & Furniture', 'Home & Lighting', 'Phones', 'Speakers'],
    ...['Tools & Hardware', 'Toys', 'TVs', 'Wearables', 'Sign In'],
    ...['About Us', 'Quick Links', 'Contact Us', 'Follow Us', 'Home', 'Products', 'About', 'Contact'],
    ...['Facebook', 'Twitter', 'GitHub', 'Linkedin'],
  ],
  '/category/audio': ['Prev', 'Next'],
  '/category/nothing': ['No products found in this category.'],
  '/product/PRD00001': ['Add to Cart', 'Buy Now', 'Total', 'Related Products'],
  '/product/PRD99999': ['Product not found'],
  '/search?q=lamp': ['All Categories'],
  '/authentication': ['Welcome back', 'Sign in', "Don't have an account?"],
  '/products': [
    'Oops! Something went wrong.',
    "We're sorry, but we couldn't find the page you were looking for.",
    'Go back to homepage',
  ],
}

const { renderer, close } = await openRenderer({ dev: false })
afterAll(close)
const { filesDir, ...database } = await createMarketDatabase()
const market = await openForTests({ database, filesDir, deps: { renderer } })

test('the sixteen tiles of the home page link to their categories', async () => {
  const { body } = await market.app.inject('/')
  const tiles = /Browse By Category.*?<\/section>/s.exec(body)?.[0] ?? ''
  const paths = Array.from(tiles.matchAll(/href="(\/category\/[^"]+)"/g), ([, path = '']) => decodeURIComponent(path))
  expect([paths.length, paths[0], paths.includes('/category/home & furniture')]).toEqual([16, '/category/all', true])
})

// A text with a {placeholder} or a trailing "..." counts if its fixed parts appear on one line, in order.
test('no text of the specification is missing', () => {
  const source = sourcesBelow(['shared', 'server', 'sandbox', 'web'])
    .filter(({ file }) => !/\.test\.tsx?$/.test(file))
    .map(({ text }) => text.replace(/\\(['"`])/g, '$1').replaceAll('&apos;', "'"))
    .join('\n')
  const patternOf = (text: string) =>
    new RegExp(
      text
        .replace(/: \.\.\.$/, ': {x}')
        .split(/\{[a-z]+\}/)
        .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
        .join('[^\\n]*?'),
    )
  expect(specifiedTexts.filter((text) => !patternOf(text).test(source))).toEqual([])
  expect(specifiedTexts).toHaveLength(123)
})

test.each(Object.entries(SHOWN))('%s shows its specified texts', async (path, texts) => {
  const { body } = await market.app.inject({ url: path, headers: { accept: 'text/html' } })
  const shown = body
    .replaceAll(/<script[\s\S]*?<\/script>/g, '')
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'").trim())
  expect(texts.filter((text) => !shown.includes(text))).toEqual([])
})
