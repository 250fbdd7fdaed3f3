import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type axe from 'axe-core'
import type { CDPSession, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { goWithin, quietNetwork } from './shop-page.ts'

/** Half the size of the package's export, and compiled in half the time; its value is not for the test. */
const AXE = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};0`

/** The rules of axe whose result depends on colors. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block']

/** Most further scans of a page with violations, each after a pause. */
const RESCANS = 4
const RESCAN_AFTER_MS = 500

/**
 * Returns the violations that axe finds on the current page: rule and elements. Runs its default rules, only those named, or
 * with `every` all rules up to level AA, including target sizes and experimental ones.
 */
export async function violationsOf(page: Page, rules?: string[] | 'every'): Promise<string[]> {
  let violations = await scan(page, rules)
  // A page that is still changing may have one for a moment; a real one stays.
  for (let again = 0; violations.length && again < RESCANS; again++) {
    await sleep(RESCAN_AFTER_MS)
    violations = await scan(page, rules)
  }
  return violations
}

/** Runs in the debugger, as the page's policy allows no other scripts. */
async function scan(page: Page, rules: string[] | 'every' | undefined): Promise<string[]> {
  // Once per document, as the browser reuses the compiled script for the next scan.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await inDebugger(page, 'Runtime.evaluate', { expression: AXE })
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const every = () =>
      axe
        .getRules()
        .filter(({ tags }) => !tags.some((tag) => tag === 'wcag2aaa' || tag === 'deprecated'))
        .map(({ ruleId }) => ruleId)
    const values = runOnly === 'every' ? every() : runOnly
    // Passing rules are not described, which would take as long as the scan.
    const options: axe.RunOptions = { resultTypes: ['violations'] }
    // Elements are half transparent while they appear or disappear. A browser that draws no frames ends no animation.
    const finite = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    const ended = Promise.all(finite.map(({ finished }) => finished.catch(() => {})))
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 10_000))])
    // Content under a sticky bar can be scrolled into view.
    const bars = document.querySelectorAll<HTMLElement>('.area-bar, .form-bar')
    for (const bar of bars) bar.style.position = 'static'
    const { violations } = await axe.run(document, values ? { ...options, runOnly: { type: 'rule', values } } : options)
    for (const bar of bars) bar.style.position = ''
    return violations.map(({ id, nodes }) => `${id} ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)
  }, rules)
}

/** Returns the violations that axe finds on the current page in light and in dark colors. */
export async function violationsInBothSchemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await violationsOf(page, 'every')
  await page.emulateMedia({ colorScheme: 'dark' })
  // Only the colors differ: the elements are the same.
  const dark = await violationsOf(page, COLOR_RULES)
  return [...light.map((violation) => `light: ${violation}`), ...dark.map((violation) => `dark: ${violation}`)]
}

/** Expects that axe finds nothing in light and in dark colors, and that the page does not scroll sideways. */
export async function expectAccessible(page: Page, message?: string): Promise<void> {
  expect(await violationsInBothSchemes(page), message).toEqual([])
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}

/** Waits until an element has the focus. */
export const isFocused = (element: Locator) =>
  expect.poll(() => element.evaluate((shown) => shown === document.activeElement)).toBe(true)

/** Expects that axe finds nothing in light and in dark colors, and that the page and its dialog fit a screen of 320 px. */
export async function expectDialogFits(page: Page): Promise<void> {
  await expect.poll(() => violationsInBothSchemes(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 320, height: 640 })
  const tooWide = () =>
    page.evaluate(() =>
      [document.documentElement, ...document.querySelectorAll('[role=dialog],[role=log]')].map(
        ({ scrollWidth, clientWidth }) => Math.max(0, scrollWidth - clientWidth),
      ),
    )
  await expect.poll(async () => Math.max(...(await tooWide()))).toBe(0)
  await page.setViewportSize({ width: 1280, height: 900 })
}

const LARGE = 'html { font-size: 200% !important }'
const SPACED =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }'
/** Text of twice the size, and the spacing of WCAG 1.4.12: one after the other where both at once have no room. */
const ON_SMALLEST = { large: LARGE, spaced: SPACED }
const TEXT_SETTINGS = { 'large and spaced': LARGE + SPACED }
/** The width in px from which on both are applied at once. */
const WIDE_ENOUGH_FOR_BOTH = 360

/**
 * Returns the faults of the current page at these widths, with large and spaced text: it scrolls sideways, or cuts a text that
 * it otherwise shows in full.
 */
export async function faultsOfLargeText(page: Page, widths: readonly number[] = [360, 320]): Promise<string[]> {
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    for (const [setting, css] of Object.entries(width < WIDE_ENOUGH_FOR_BOTH ? ON_SMALLEST : TEXT_SETTINGS)) {
      const found = await page.evaluate(async (text) => {
        // The page's policy allows no style elements.
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(text)
        document.adoptedStyleSheets = [sheet]
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
        const wide = document.documentElement.scrollWidth - innerWidth
        const scrolls = (element: Element | null): boolean =>
          element !== null &&
          (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
        const isCut = (element: Element) => {
          const range = document.createRange()
          range.selectNodeContents(element)
          if (element.querySelector('.sr-only, .truncate')) return false
          if (range.getBoundingClientRect().right <= innerWidth + 1) return false
          return !element.closest('.sr-only, [inert]') && !scrolls(element)
        }
        const cut = [...document.querySelectorAll('main :is(h1, h2, h3, p, dt, dd, label, button, a)')].filter(isCut)
        const widest = [...document.querySelectorAll('main *')]
          .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !scrolls(element))
          .at(-1)
        document.adoptedStyleSheets = []
        return [
          ...(wide > 0
            ? [`${wide} px too wide: ${widest?.outerHTML.slice(0, 40)} ${widest?.textContent?.slice(0, 60)}`]
            : []),
          ...cut.map(({ textContent }) => `cut: ${textContent}`),
        ]
      }, css)
      faults.push(...found.map((fault) => `${width} px, ${setting}: ${fault}`))
    }
  }
  return faults
}

/** The path of a page, and a text on it that shows that it has loaded. */
export type OpenedPage = readonly [path: string, text: string]

/** Returns the amounts on the page that a surrounding element cuts off at the side. */
export function amountsCutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main span')]
      .filter((span) => /^\$[\d,]+\.\d\d$/.test(span.textContent ?? ''))
      .filter((span) => {
        const text = document.createRange()
        text.selectNodeContents(span)
        const { right } = text.getBoundingClientRect()
        for (let around = span.parentElement; around; around = around.parentElement) {
          if (getComputedStyle(around).overflowX !== 'visible' && right > around.getBoundingClientRect().right)
            return true
        }
        return false
      })
      .map((span) => span.textContent ?? ''),
  )
}

/**
 * Expects that axe finds nothing on the pages, in dark on a phone and in light on a desktop, and that they do not scroll
 * sideways, show amounts in full and cut no text, on narrow screens and with text of twice the size.
 */
export async function expectAccessibleToFit(page: Page, pages: readonly OpenedPage[]): Promise<void> {
  const found: string[] = []
  for (const [path, text] of pages) {
    const scan = async (size: string) => {
      const violations = await violationsOf(page, 'every')
      found.push(...violations.map((violation) => `${size} ${path}: ${violation}`))
    }
    // From narrow to wide, as Chromium may keep the width of a page that was wide.
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 320, height: 900 })
    await openNext(page, [path, text])
    await quietNetwork(page)
    await expectFit(page, 320, path)
    await page.setViewportSize({ width: 360, height: 900 })
    await page.getByText(text).first().waitFor()
    await scan('dark 360')
    await expect.poll(() => faultsOfLargeText(page, [360]), { message: path }).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByText(text).first().waitFor()
    await scan('light 1280')
    await setTextSize(page, 32)
    await page.getByText(text).first().waitFor()
    await expectFit(page, 1280, `${path}, text of 200 %`)
    await setTextSize(page, 16)
  }
  expect(found).toEqual([])
}

/** Opens a page as `openComplete` does; without a new document when another page of the application is open. */
async function openNext(page: Page, [path, text]: OpenedPage): Promise<void> {
  const isInside = (await page.locator('#root').count()) > 0 && new URL(page.url()).pathname !== path.split('?')[0]
  await (isInside ? goWithin(page, path) : page.goto(path))
  await page.getByText(text).first().waitFor()
}

/** Sets the browser's default font size in px. */
const setTextSize = (page: Page, standard: number) => inDebugger(page, 'Page.setFontSizes', { fontSizes: { standard } })

async function inDebugger(page: Page, ...command: Parameters<CDPSession['send']>): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send(...command)
  await session.detach()
}

async function expectFit(page: Page, width: number, message: string): Promise<void> {
  const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth)
  await expect.poll(widthOf, { message }).toBeLessThanOrEqual(width)
  await expect.poll(() => amountsCutOff(page), { message }).toEqual([])
}

/** Opens a page and waits for the text that shows that it has loaded. */
export async function openComplete(page: Page, [path, text]: OpenedPage): Promise<void> {
  await page.goto(path)
  await page.getByText(text).first().waitFor()
}
