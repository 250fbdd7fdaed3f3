import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { marketOfFile } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'
import { settled } from '../support/shop-page.ts'
import { adminVisitor, placeOrder, type SignedIn, signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()

/** Rounding of lines and borders. */
const TOLERANCE_PX = 4

interface Place {
  /** The height of the page without the layout; for the buyer's orders up to their end. */
  height: number
  /** The position of the heading of the chart or the orders, where there is one. */
  heading: number | undefined
}

/** Lets a page wait for its fonts: those of the system, which differ, break lines elsewhere. */
async function withOurFonts(route: Route): Promise<void> {
  const response = await route.fetch()
  const styles = await response.text()
  await route.fulfill({ response, body: styles.replaceAll(/font-display:\s*optional/g, 'font-display:block') })
}

/** Where a page has its parts on wide screens and on phones. */
async function placesOf(page: Page): Promise<Place[]> {
  const places: Place[] = []
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    places.push(await settled(page, () => placeOf(page)))
  }
  return places
}

const placeOf = (page: Page): Promise<Place> =>
  page.evaluate(async () => {
    await document.fonts.ready
    const heading = document.querySelector('#sales, #all-orders')?.getBoundingClientRect().top
    const whole = document.querySelector('[aria-labelledby=all-orders]') ?? document.querySelector('main > *')
    return { height: whole?.getBoundingClientRect().height ?? 0, heading }
  })

/** Opens a page whose data is on the way; returns where it has its parts, and a function that lets the data arrive. */
async function openSlowly(page: Page, path: string): Promise<{ before: Place[]; arrive: () => Promise<void> }> {
  const DATA = /\/api\/(?!catalog|categories)|\/auth\/v1\/user/
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(DATA, async (route) => {
    await held
    await route.continue()
  })
  const requested = page.waitForRequest(DATA)
  await page.goto(path)
  await requested
  await page.locator('main .skeleton').first().waitFor()
  const before = await placesOf(page)
  return {
    before,
    async arrive() {
      release()
      await page.waitForFunction(() => !document.querySelector('main .skeleton'))
      await page.unroute(DATA)
    },
  }
}

/** A busy machine may pause on the way to what is compared: only a difference that shows twice is one. */
const isAsHigh = (visitor: SignedIn, path: string) => compare(visitor, path).catch(() => compare(visitor, path))

async function compare({ page }: SignedIn, path: string): Promise<void> {
  const { before, arrive } = await openSlowly(page, path)
  await arrive()
  // A slow machine draws what has arrived in several frames.
  await expect
    .poll(
      async () => {
        const after = await placesOf(page)
        return after.map((place, index) => {
          const earlier = before[index] ?? place
          const isSame = Math.abs(place.height - earlier.height) < TOLERANCE_PX && place.heading === earlier.heading
          return isSame ? earlier : place
        })
      },
      { message: path },
    )
    .toEqual(before)
}

test('skeletons have the height of what replaces them, on wide screens and on phones', async () => {
  const seller = await signedInVisitor(market, { role: 'seller' })
  const products = []
  for (let left = 5; left > 0; left--) products.push(await buildProduct(market, { seller_id: seller.user_id }))
  const [{ product_id } = { product_id: '' }] = products
  const buyer = await signedInVisitor(market)
  const shipping_address = {
    fullName: 'Ada Lamb',
    address: '1 High Street',
    city: 'Leeds',
    postalCode: 'LS1',
    country: 'England',
  }
  const order = await placeOrder(market, buyer, { product_id, quantity: 2, shipping_address })
  for (const sold of products.slice(1)) await placeOrder(market, buyer, { product_id: sold.product_id })
  await market.app.inject({
    method: 'POST',
    url: '/api/cart/items',
    headers: buyer.headers,
    payload: { product_id, quantity: 1 },
  })
  const admin = await adminVisitor(market)
  const newBuyer = await signedInVisitor(market)
  await placeOrder(market, newBuyer, { product_id })
  for (const { context } of [seller, buyer, admin, newBuyer]) await context.route('**/*.css', withOurFonts)

  await isAsHigh(seller, '/seller')
  await isAsHigh(seller, `/seller/edit-product/${product_id}`)
  await isAsHigh(admin, '/admin')
  await isAsHigh(admin, '/admin/settings')
  await isAsHigh(newBuyer, '/dashboard')
  await isAsHigh(buyer, '/cart')
  await isAsHigh(buyer, '/checkout')
  await isAsHigh(buyer, `/order-tracking?orderId=${order}`)
  await isAsHigh(buyer, `/order-confirmation/${order}`)
})
