import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { MAX_LINE_QUANTITY } from '../../shared/cart/constants.ts'
import { cartErrors } from '../../shared/cart/errors.ts'
import { isFocused } from '../support/accessibility.ts'
import { marketOfFile } from '../support/market.ts'
import { buildProduct } from '../support/products.ts'
import { goWithin, settled, turnAround } from '../support/shop-page.ts'
import { signedInVisitor } from '../support/signed-in.ts'

const market = marketOfFile()

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const LIGHT = 'rgb(255, 255, 255)'
const DARK = 'rgb(15, 16, 14)'

test('a theme chosen by keyboard applies to all tabs at once, and no frame of later pages has another', async () => {
  const { context, page } = await market.visitor({ colorScheme: 'light' })
  await page.goto('/category/all')
  const other = await context.newPage()
  await other.goto('/')
  await expect.poll(() => background(page)).toBe(LIGHT)
  const themes = page.getByRole('contentinfo').getByRole('group', { name: 'Theme' })
  await themes.getByRole('radio', { name: 'System' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await themes.getByRole('radio', { name: 'Dark', checked: true }).waitFor()
  await expect.poll(() => background(page)).toBe(DARK)
  await expect.poll(() => background(other)).toBe(DARK)
  await other.getByRole('contentinfo').getByRole('radio', { name: 'Dark', checked: true }).waitFor()

  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { seenBackgrounds: seen })
    const look = () => {
      // Frames before the first paint are blank.
      if (performance.getEntriesByType('paint').length) {
        seen.add(getComputedStyle(document.documentElement).backgroundColor)
      }
      requestAnimationFrame(look)
    }
    look()
  })
  await page.goto('/search?q=lamp')
  const seen = () => page.evaluate(() => [...(window as unknown as { seenBackgrounds: Set<string> }).seenBackgrounds])
  await expect.poll(seen).toEqual([DARK])
  const barColors = () =>
    page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'), ({ content }) => content),
    )
  await expect.poll(barColors).toEqual(['#0f100e', '#0f100e'])

  // By keyboard, as results that arrive during a press would move the button.
  await page.getByRole('contentinfo').getByRole('radio', { name: 'System' }).press('Space')
  await expect.poll(() => background(page)).toBe(LIGHT)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBeNull()
})

test('on a low screen, as at 200 %, the header scrolls away with the awning at its lower edge', async () => {
  const { page } = await market.visitor({ viewport: { width: 640, height: 450 } })
  await page.goto('/category/all')
  const places = () =>
    page.getByRole('banner').evaluate((header) => {
      const { bottom } = header.getBoundingClientRect()
      return [bottom > 0, (header.querySelector('.awning')?.getBoundingClientRect().top ?? Number.NaN) - bottom]
    })
  await expect.poll(places).toEqual([true, 0])
  await page.evaluate(() => scrollTo(0, 300))
  await expect.poll(places).toEqual([false, 0])
})

test('on phones the search hides on scrolling down, and returns on scrolling up or for the focus; motion can be off', async () => {
  const { page } = await market.visitor({
    viewport: { width: 360, height: 800 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'no-preference',
  })
  await page.goto('/')
  const header = page.getByRole('banner')
  const search = header.getByRole('combobox')
  /** Returns true when nothing covers the search field. */
  const isSeen = () =>
    search.evaluate((box) => {
      const { x, y, width, height } = box.getBoundingClientRect()
      return box.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  // Scrolled before hydration: scripts that load later must also hide the search.
  await page.evaluate(() => scrollTo(0, 900))
  await expect.poll(isSeen).toBe(false)
  const bottom = () => header.evaluate((element) => element.getBoundingClientRect().bottom)
  await expect.poll(bottom).toBeLessThanOrEqual(64)
  await page.evaluate(() => scrollBy(0, -200))
  await expect.poll(isSeen).toBe(true)
  await page.evaluate(() => scrollBy(0, 300))
  await expect.poll(isSeen).toBe(false)
  await search.focus()
  await expect.poll(isSeen).toBe(true)
  const takes = () =>
    header.evaluate((element) =>
      Math.max(
        ...Array.from(element.querySelectorAll('*'), (part) =>
          Number.parseFloat(getComputedStyle(part).transitionDuration),
        ),
      ),
    )
  await expect.poll(takes).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(takes).toBe(0)
})

test('the search looks the same on every page, on desktops and phones; a short page reserves the scroll bar, too', async () => {
  const { page } = await market.visitor()
  const looks = { 1280: new Set<string>(), 360: new Set<string>() }
  for (const path of ['/', '/search?q=lamp', '/no-such-page']) {
    await page.goto(path)
    for (const width of [1280, 360] as const) {
      await page.setViewportSize({ width, height: 900 })
      // On phones the search page's own box replaces the header's.
      const place = width === 1280 ? page.getByRole('banner') : page
      const boxes = place.locator('input[name="q"]:visible')
      await boxes.first().waitFor()
      for (const box of await boxes.all()) looks[width].add(await settled(page, () => lookOf(box)))
    }
    const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY)
    await expect.poll(overflow, { message: path }).toBe('scroll')
  }
  expect([looks[1280].size, looks[360].size]).toEqual([1, 1])
})

const lookOf = (box: Locator) =>
  box.evaluate((input: HTMLInputElement) => {
    const { width, height, fontSize, fontFamily, color, padding, border, borderRadius, backgroundColor } =
      getComputedStyle(input)
    const look = { width, height, fontSize, fontFamily, color, padding, border, borderRadius, backgroundColor }
    return JSON.stringify({ ...look, placeholder: input.placeholder })
  })

test('ranges and numbers with units do not break over lines, and are copied as written', async () => {
  const product_name = 'Camera with 18-50 mm Lens, 100–150 cm wide, 1.7 l, 220 V'
  const { page } = await market.visitor({ viewport: { width: 360, height: 800 } })
  const { product_id } = await buildProduct(market, { product_name, product_category: ['Automotive'] })
  for (const path of [`/search?q=${encodeURIComponent(product_name)}`, `/product/${product_id}`]) {
    await page.goto(path)
    const name = page.getByRole('main').getByRole('heading', { name: product_name, exact: true }).first()
    await name.waitFor()
    expect(await name.textContent()).toBe(product_name)
    // At any width of the heading.
    const broken = await name.evaluate((heading: HTMLElement) => {
      const found: string[] = []
      for (let width = 110; width < 300; width += 5) {
        heading.style.width = `${width}px`
        for (const measure of heading.querySelectorAll('.whitespace-nowrap')) {
          const range = document.createRange()
          range.selectNodeContents(measure)
          // A text with an ellipsis has two boxes on its line.
          if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1)
            found.push(`${width} ${measure.textContent}`)
        }
      }
      return { found, measures: heading.querySelectorAll('.whitespace-nowrap').length }
    })
    expect(broken).toEqual({ found: [], measures: 4 })
  }
})

test('a card shows its second picture and a quick Add on hover, always on a phone, and adds to the cart by keyboard', async () => {
  const { page } = await market.visitor()
  await page.goto('/category/audio')
  const card = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
    .first()
  const add = card.getByRole('button', { name: /^Add .+ to cart$/ })
  const opacity = () => add.evaluate((button) => Number(getComputedStyle(button).opacity))
  await expect.poll(() => card.locator('img').count()).toBe(1)
  await page.mouse.move(0, 0)
  await expect.poll(opacity).toBe(0)
  await card.hover()
  await expect.poll(() => card.locator('img').count()).toBe(2)
  await expect.poll(opacity).toBe(1)
  await page.mouse.move(0, 0)
  await expect.poll(opacity).toBe(0)
  await page.setViewportSize({ width: 360, height: 800 })
  await expect.poll(opacity).not.toBe(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(opacity).toBe(0)
  await add.focus()
  await expect.poll(opacity).toBe(1)
  await page.keyboard.press('Enter')
  await page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' }).waitFor()
  // A failure is shown on the card.
  const path = (await card.getByRole('heading', { level: 3 }).getByRole('link').getAttribute('href')) ?? ''
  const full = JSON.stringify({ [path.replace('/product/', '')]: MAX_LINE_QUANTITY })
  await page.evaluate((cart) => localStorage.setItem('cart', cart), full)
  await page.reload()
  await add.press('Enter')
  await card.getByRole('alert').getByText(cartErrors.quantity_too_large.text).waitFor()
  // The first link of a card leads to its seller.
  await card.getByRole('link').first().click()
  await page.waitForURL('**/shop/*')
})

test('on a tablet no product is alone in the last row, and pictures are beside the offer', async () => {
  const { page } = await market.visitor({ viewport: { width: 768, height: 1024 } })
  await page.goto('/')
  const cards = page.getByRole('region', { name: 'Just For You' }).getByRole('listitem')
  const rows = async () => {
    const tops = await cards.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top))
    return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length)
  }
  await expect.poll(rows).toEqual([3, 3, 4])
  await goWithin(page, '/product/PRD00001')
  const name = page.getByRole('heading', { level: 1 })
  const picture = page.locator('#product-picture')
  await expect
    .poll(async () => {
      const [heading, shown] = [await name.boundingBox(), await picture.boundingBox()]
      return heading && shown && heading.x >= shown.x + shown.width && heading.y < shown.y + shown.height
    })
    .toBe(true)
})

test('an empty cart offers products, and the total of a full one takes one line on a phone', async () => {
  const { page } = await signedInVisitor(market)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/cart')
  const more = page.getByRole('region', { name: 'While you are here' })
  await more.getByRole('button', { name: /^Add/ }).first().press('Enter')
  const total = page.getByRole('region', { name: 'Total' })
  await total.getByRole('link', { name: 'Proceed to Checkout' }).waitFor()
  await expect.poll(async () => (await total.boundingBox())?.height).toBeLessThan(80)
  await more.waitFor({ state: 'detached' })
  // The pressed button was removed with its section.
  const heading = page.getByRole('heading', { level: 1 })
  await isFocused(heading)
})

test('a category links to related categories and shows more products of its sellers', async () => {
  const { page } = await market.visitor()
  await page.goto('/category/audio')
  const more = page.getByRole('region', { name: 'More from these sellers' })
  await expect.poll(() => more.getByRole('heading', { level: 3 }).count()).toBeGreaterThan(0)
  const addresses = (list: Locator) =>
    list.locator('h3 a').evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  const shown = await addresses(page.locator('.product-five'))
  expect(shown).toHaveLength(5)
  await expect.poll(async () => (await addresses(more)).filter((address) => shown.includes(address))).toEqual([])
  await page.getByRole('navigation', { name: 'Related categories' }).getByRole('link', { name: 'Speakers' }).click()
  await page.getByRole('heading', { level: 1, name: 'Speakers' }).waitFor()
})

test('in right-to-left languages every page is mirrored, with its drawers, pictures, arrows and keys', async () => {
  const { page } = await market.visitor({ reducedMotion: 'no-preference' })
  await turnAround(page)
  /** Returns the horizontal center of an element, from 0 at the left to 1 at the right. */
  const across = (part: Locator) =>
    part.evaluate((element) => {
      const { left, width } = element.getBoundingClientRect()
      return (left + width / 2) / innerWidth
    })
  const middleOf = (part: Locator) => expect.poll(() => across(part))
  const neverSideways = () =>
    expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  const header = page.getByRole('banner')
  const openTurned = async (path: string, open = (to: string): Promise<unknown> => page.goto(to)) => {
    await open(path)
    await middleOf(header.getByRole('link', { name: 'Openstall' })).toBeGreaterThan(0.7)
    await middleOf(header.getByRole('link', { name: /^Cart/ })).toBeLessThan(0.3)
    await neverSideways()
  }
  await openTurned('/category/all')
  for (const path of ['/search?q=lamp', '/cart', '/authentication', '/'])
    await openTurned(path, (to) => goWithin(page, to))

  const banners = page.getByRole('region', { name: 'Highlights' })
  await banners.hover()
  await banners.getByRole('button', { name: 'Pause' }).click()
  // On a busy machine the carousel may have advanced by then.
  await banners.getByRole('button', { name: 'Banner 1' }).click()
  await middleOf(banners.getByRole('button', { name: 'Next' })).toBeLessThan(0.3)
  await banners.getByRole('button', { name: 'Next' }).click()
  const second = banners.getByRole('group', { name: '2 of 4' })
  await middleOf(second).toBeCloseTo(0.5, 1)

  await openTurned('/product/PRD00001')
  const pictures = page.getByRole('list', { name: 'Pictures' })
  await middleOf(pictures).toBeGreaterThan(
    await settled(page, () => across(page.getByRole('button', { name: 'Add to Cart' }))),
  )
  await page.getByRole('button', { name: 'Show picture 2' }).click()
  const middle = await settled(page, () => across(pictures))
  await middleOf(pictures.getByRole('listitem')).toBeCloseTo(middle, 2)
  await expect.poll(() => pictures.getByRole('img').getAttribute('alt')).toMatch(/2/)
  await page.getByRole('button', { name: 'Enlarge' }).click()
  const zoom = page.getByRole('dialog')
  await zoom.getByText('2 of').waitFor()
  await page.keyboard.press('ArrowRight')
  await zoom.getByText('1 of').waitFor()
  await middleOf(zoom.getByRole('button', { name: 'Previous' })).toBeGreaterThan(0.9)

  await page.setViewportSize({ width: 360, height: 800 })
  const close = zoom.getByRole('button', { name: 'Close' })
  await expect.poll(() => close.evaluate((button) => button.getBoundingClientRect().left)).toBeGreaterThan(0)
  await page.goto('/')
  await neverSideways()
  await header.getByRole('button', { name: 'Menu' }).click()
  const drawer = page.getByRole('dialog')
  const right = () => drawer.evaluate((panel) => Math.abs(innerWidth - panel.getBoundingClientRect().right))
  const scrollBar = 20
  await expect.poll(right).toBeLessThan(scrollBar)
  await middleOf(drawer).toBeGreaterThan(0.5)

  const seller = await signedInVisitor(market, { role: 'seller' })
  await turnAround(seller.page)
  await seller.page.goto('/seller/products')
  await seller.page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
  await middleOf(seller.page.getByRole('navigation', { name: 'Seller area' })).toBeGreaterThan(0.8)
  await middleOf(seller.page.getByRole('banner').getByRole('button').last()).toBeLessThan(0.2)
})
