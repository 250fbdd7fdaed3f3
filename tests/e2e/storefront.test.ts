import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { firstLoadKilobytes } from '../../bench/first-load.ts'
import { CAROUSEL_INTERVAL_MS } from '../../shared/catalog/constants.ts'
import type { SearchResult } from '../../shared/catalog/schema.ts'
import { marketOfFile } from '../support/market.ts'
import { carousel, holdBack, settled } from '../support/shop-page.ts'

const market = marketOfFile()

const currentSlide = (page: Page) =>
  page.locator('[aria-roledescription="slide"]:not([inert])').first().getAttribute('aria-label')

const scriptsIn = (text = '') => new Set(Array.from(text.matchAll(/\/assets\/[\w.-]+\.js/g), ([file]) => file))

async function styleSheetsOf(path: string): Promise<string[]> {
  const { body } = await market.app.inject(path)
  return Array.from(body.matchAll(/<link rel="stylesheet" href="([^"]+)"/g), ([, href = '']) => href)
}

/** Returns the transfer size of style sheets, and the classes that they have rules for. */
async function stylesOf(files: readonly string[]) {
  const classes = new Set<string>()
  let bytes = 0
  for (const url of files) {
    const sent = await market.app.inject({ url, headers: { 'accept-encoding': 'br' } })
    bytes += sent.rawPayload.length
    const { body: text } = await market.app.inject(url)
    for (const [, name = ''] of text.matchAll(/\.((?:\\.|[\w-])+)/g)) classes.add(name.replace(/\\(.)/g, '$1'))
  }
  return { kilobytes: bytes / 1000, classes }
}

test('without JavaScript public pages are complete, and links and the search work', async () => {
  const { page } = await market.visitor({ javaScriptEnabled: false })
  await page.goto('/')
  for (const text of ['Flash Sale OnGoing!', 'Browse By Category', 'Just For You'])
    await page.getByRole('heading', { name: text }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Home & Lighting' }).click()
  await page.getByRole('heading', { level: 1, name: 'Home & Lighting' }).waitFor()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect.poll(() => page.url()).toContain('page=2')
  await page.getByRole('main').getByRole('heading', { level: 3 }).first().getByRole('link').click()
  await page.getByRole('heading', { name: 'Related Products' }).waitFor()
  await page.getByRole('banner').getByRole('combobox').fill('lamp')
  await page.getByRole('banner').getByRole('combobox').press('Enter')
  await page.getByRole('heading', { level: 1, name: /lamp/ }).waitFor()
  await expect.poll(() => page.getByRole('main').getByRole('heading', { level: 3 }).count()).toBeGreaterThan(0)
})

describe('home', () => {
  test('loads at most 150 kB of compressed scripts, and six of them, as other pages of the shop do', async () => {
    for (const path of ['/', '/product/PRD00001', '/category/all', '/search?q=lamp', '/cart', '/nowhere']) {
      const { body } = await market.app.inject(path)
      expect(await firstLoadKilobytes(body), path).toBeLessThanOrEqual(150)
      expect(scriptsIn(body).size, path).toBeLessThanOrEqual(6)
    }
  })

  test('loads at most 13 kB of compressed styles, with every class of the shop; the areas load theirs before they show', async () => {
    const shopPages = [
      '/',
      '/category/all',
      '/product/PRD00001',
      '/shop/fern-oak-home',
      '/search?q=lamp',
      '/cart',
      '/nowhere',
    ]
    const files = await styleSheetsOf('/')
    const [all, shop] = [await stylesOf(await styleSheetsOf('/authentication')), await stylesOf(files)]
    expect(shop.kilobytes).toBeLessThanOrEqual(13)
    expect(all.classes.size).toBeGreaterThan(shop.classes.size + 100)
    const { page } = await market.visitor()
    await page.goto('/robots.txt')
    await page.evaluate(() => localStorage.setItem('cart', '{"PRD00001":1}'))
    const lacking = new Set<string>()
    for (const path of shopPages) {
      expect(await styleSheetsOf(path), path).toEqual(files)
      await page.goto(path)
      await page.getByRole('main').getByRole('heading').first().waitFor()
      const used = await page.evaluate(() =>
        Array.from(document.querySelectorAll('[class]'), ({ classList }) => [...classList]),
      )
      for (const name of used.flat())
        if (all.classes.has(name) && !shop.classes.has(name)) lacking.add(`${path}: ${name}`)
    }
    expect([...lacking]).toEqual([])

    // No part of an area is shown without its styles.
    const send = await holdBack(page, '**/area-styles-*.css')
    const requested = page.waitForRequest('**/area-styles-*.css')
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
    await requested
    expect(await page.getByRole('heading', { name: 'Welcome back' }).count()).toBe(0)
    send()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    const linked = () =>
      page.evaluate(() =>
        Array.from(
          document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'),
          ({ href }) => /(shop|area)[^/]*$/.exec(href)?.[1],
        ),
      )
    expect(await linked()).toEqual(['shop', 'area'])
    await page.reload()
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor()
    expect(await linked()).toEqual(['area'])
  })

  test('a product, a search and an empty cart need no other scripts than their HTML names', async () => {
    const { page } = await market.visitor()
    const loaded = new Set<string>()
    page.on('request', (request) => loaded.add(new URL(request.url()).pathname))
    const shown = {
      '/product/PRD00001': page.getByRole('button', { name: 'Add to Cart' }),
      '/product/PRD00002': page.getByRole('heading', { name: 'Recently viewed' }),
      '/search?q=speaker': page.getByRole('complementary', { name: 'Filters' }).getByRole('link').first(),
      '/cart': page.getByRole('heading', { name: 'While you are here' }),
    }
    for (const [path, part] of Object.entries(shown)) {
      loaded.clear()
      const html = await (await page.goto(path))?.text()
      await part.waitFor()
      const named = scriptsIn(html)
      // Playwright's waiting counts as a sign of use, which loads the toasts.
      const others = [...scriptsIn([...loaded].join(' '))].filter((file) => !/toaster-/.test(file) && !named.has(file))
      expect(others, path).toEqual([])
    }
  })

  test('loads its code after the first paint, or on the first touch', async () => {
    const { page } = await market.visitor()
    const send = await holdBack(page, '**/featured_image?*')
    // Held pictures delay the code for three seconds at most.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    const code = () => loaded.some((path) => path.startsWith('/assets/libraries-'))
    await page.goto('/product/PRD00001', { waitUntil: 'commit' })
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(code()).toBe(false)
    await page.keyboard.press('Tab')
    await expect.poll(code).toBe(true)
    send()
  })

  test('the carousel advances by itself, pauses while hovered, and can be stopped', async () => {
    const { page } = await market.visitor({ reducedMotion: 'no-preference' })
    await page.clock.install()
    await page.goto('/')
    await expect.poll(() => currentSlide(page)).not.toBe(null)
    const first = await currentSlide(page)
    // Within twice its interval, as it may start late.
    await expect
      .poll(async () => {
        await page.clock.runFor(CAROUSEL_INTERVAL_MS)
        return currentSlide(page)
      })
      .not.toBe(first)
    await carousel(page).hover()
    await page.clock.runFor(CAROUSEL_INTERVAL_MS)
    const hovered = await currentSlide(page)
    await page.clock.runFor(5 * CAROUSEL_INTERVAL_MS)
    expect(await currentSlide(page)).toBe(hovered)
    await page.getByRole('button', { name: /pause/i }).click()
    await page.mouse.move(0, 600)
    const stopped = await currentSlide(page)
    await page.clock.runFor(5 * CAROUSEL_INTERVAL_MS)
    expect(await currentSlide(page)).toBe(stopped)
    await page.getByRole('button', { name: /next/i }).click()
    await expect
      .poll(async () => {
        await page.clock.runFor(100)
        return currentSlide(page)
      })
      .not.toBe(stopped)
    // By pointer, to show that the banners do not cover the buttons.
    await page.setViewportSize({ width: 360, height: 800 })
    await page.getByRole('button', { name: /previous/i }).click()
    await expect
      .poll(async () => {
        await page.clock.runFor(100)
        return currentSlide(page)
      })
      .toBe(stopped)
    await expect.poll(() => carousel(page).count()).toBe(1)
  })

  test('with reduced motion the carousel does not move', async () => {
    const { page } = await market.visitor()
    await page.clock.install()
    await page.goto('/')
    // The button appears once the code runs.
    await page.getByRole('button', { name: /play/i }).waitFor()
    const first = await currentSlide(page)
    await page.clock.runFor(5 * CAROUSEL_INTERVAL_MS)
    expect(await currentSlide(page)).toBe(first)
  })
})

test('the heading of a product that loads slowly takes the focus', async () => {
  const { page } = await market.visitor()
  await page.goto('/search?q=lamp')
  const card = page.getByRole('main').getByRole('heading', { level: 3 }).first()
  const name = (await card.textContent()) ?? ''
  await page.route('**/api/products/PRD*', async (route) => {
    await page.getByText('Loading').first().waitFor({ state: 'attached' })
    await page.waitForTimeout(500)
    await route.continue()
  })
  await card.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name)
})

describe('search and lists', () => {
  test('Back restores results and scroll position', async () => {
    const { page } = await market.visitor()
    await page.goto('/search?q=s&price=50-100')
    const response = page.waitForResponse(/\/api\/search\?.*price-low-high/)
    await page.getByLabel('Sort by').selectOption('price-low-high')
    const { products }: SearchResult = await (await response).json()
    const last = page.getByRole('main').getByRole('heading', { level: 3 }).last()
    await expect.poll(() => last.textContent()).toBe(products.at(-1)?.product_name)
    await last.scrollIntoViewIfNeeded()
    const position = await settled(page, () => page.evaluate(() => scrollY))
    await last.getByRole('link').click()
    await page.getByRole('heading', { name: 'Related Products' }).waitFor()
    await page.goBack()
    await page.waitForURL('**sort=price-low-high**')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(position)
  })

  test('a typing error is corrected, and the original text can be searched for', async () => {
    const main = async (address: string) =>
      ((await market.app.inject(address)).body.match(/<main.*<\/main>/s)?.[0] ?? '').replaceAll('&#x27;', "'")
    const corrected = await main('/search?q=headphnes&sort=price-low-high')
    expect(corrected).toContain("No exact match for 'headphnes'. Showing results for 'headphones'.")
    expect(corrected).toMatch(/<h3[^>]*>.*?headphones.*?<\/h3>/i)
    const [, exact = ''] = /href="([^"]*)"[^>]*>Search only for 'headphnes'/.exec(corrected) ?? []
    expect(exact.replaceAll('&amp;', '&')).toBe('/search?q=headphnes&sort=price-low-high&exact=1')
    expect(await main(exact.replaceAll('&amp;', '&'))).toContain('No products found')
  })
})

test('the skip link leads to the content without a history entry', async () => {
  const { page } = await market.visitor()
  await page.goto('/search')
  await page.getByLabel('Sort by').selectOption('price-low-high')
  await page.waitForURL('**/search?sort=price-low-high')
  const steps = await page.evaluate(() => history.length)
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  expect(await page.evaluate(() => history.length)).toBe(steps)
  expect(new URL(page.url()).hash).toBe('')
})
