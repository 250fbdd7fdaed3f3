import type { Page, Request } from 'playwright-core'

const QUIET_MS = 150
const CHECK_INTERVAL_MS = 25

/**
 * Resolves once there was no request for 150 ms, at the latest after `withinMs`. Playwright's own `networkidle`
 * waits for half a second, which is most of the time of a page here.
 */
export async function quietNetwork(page: Page, withinMs = 3_000): Promise<void> {
  const open = new Set<Request>()
  let since = performance.now()
  const began = (request: Request) => void open.add(request)
  const ended = (request: Request) => {
    open.delete(request)
    since = performance.now()
  }
  page.on('request', began).on('requestfinished', ended).on('requestfailed', ended)
  const until = since + withinMs
  while (performance.now() < until && (open.size > 0 || performance.now() - since < QUIET_MS)) {
    await page.waitForTimeout(CHECK_INTERVAL_MS)
  }
  page.off('request', began).off('requestfinished', ended).off('requestfailed', ended)
}
