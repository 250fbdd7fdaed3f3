import AxeSource from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds wrong with the page as it is now: rule and elements. Runs beside the page, whose policy allows no other scripts. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(AxeSource.source)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof AxeSource }
    const { violations } = await axe.run(document)
    return violations.map(({ id, nodes }) => `${id} ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)
  })
}
