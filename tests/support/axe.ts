import AxeSource from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Expects that axe finds nothing, and that the page does not scroll sideways. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(AxeSource.source)
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof AxeSource }
    const { violations } = await axe.run(document)
    return violations.map(({ id, nodes }) => `${id} ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)
  })
  expect(found).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
}
