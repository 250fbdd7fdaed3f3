import AxeSource from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What axe finds wrong with the page as it is now: rule and elements. Runs beside the page, whose policy allows no other scripts. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(AxeSource.source)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof AxeSource }
    const { violations } = await axe.run(document)
    return violations.map(({ id, nodes }) => `${id} ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)
  })
}

/** Expects that axe finds nothing, and that the page does not scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
