import { afterAll, beforeAll, expect, test } from 'vitest'
import specifiedTexts from './specified-texts.json' with { type: 'json' }
import { type Market, openMarket } from './support/market.ts'
import { sourcesBelow } from './support/sources.ts'

/** The specified texts that the pages of visitors and buyers show at first. */
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
  '/cart': ['Your cart is empty', 'Add some products'],
  '/checkout': ['Your cart is empty', 'Continue Shopping'],
  '/order-tracking': ['Please log in to track your order.'],
  '/authentication': ['Welcome back', 'Sign in', "Don't have an account?"],
  '/products': [
    'Oops! Something went wrong.',
    "We're sorry, but we couldn't find the page you were looking for.",
    'Go back to homepage',
  ],
}

let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

// A text with a {hole} or a trailing "..." counts when its fixed parts stand in one line, in order.
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
  const { page, context } = await market.visitor()
  await page.goto(path)
  for (const text of texts) await page.getByText(text, { exact: true }).first().waitFor({ state: 'attached' })
  await context.close()
})

test('the sign-up form shows its specified texts', async () => {
  const { page } = await market.visitor()
  await page.goto('/authentication')
  await page.getByRole('button', { name: "Don't have an account?", exact: true }).click()
  await page.getByRole('heading', { name: 'Create your account', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign up', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Already have an account?', exact: true }).waitFor()
  for (const field of ['Display Name', 'Email', 'Password', 'Confirm Password', 'Buyer', 'Seller'])
    await page.getByLabel(field, { exact: true }).waitFor()
})
