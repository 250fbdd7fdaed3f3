import type { Page } from 'playwright-core'

/** Frames without a change, after which a page has come to rest. */
const FRAMES = 10

/** Returns what is read of a page once it stays the same: what later reads are compared with must be no state on the way. */
export async function settled<Read>(page: Page, read: () => Promise<Read>): Promise<Read> {
  let last = await read()
  for (let unchanged = 0; unchanged < FRAMES; ) {
    await page.evaluate(() => new Promise(requestAnimationFrame))
    const next = await read()
    unchanged = JSON.stringify(next) === JSON.stringify(last) ? unchanged + 1 : 0
    last = next
  }
  return last
}
