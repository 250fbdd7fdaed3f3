import AxeSource from 'axe-core'
import type { Page } from 'playwright-core'

/** What axe finds on the page, with the elements; empty when all is well. Runs beside the page's own scripts: its policy allows no others in the page. */
export async function scan(page: Page): Promise<string[]> {
  await page.evaluate(AxeSource.source)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof AxeSource }
    const { violations } = await axe.run(document)
    return violations.map(({ id, nodes }) => `${id} ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)
  })
}
