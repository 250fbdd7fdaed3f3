import { setTimeout as sleep } from 'node:timers/promises'
import { demoAccounts } from '../demo/accounts.ts'
import { type LoadResult, runLoad, type Target } from './load.ts'
import type { OpenMarket } from './open-market.ts'
import { type MeasuredRow, summarize } from './summary.ts'

const CONNECTIONS = 16
const PAGES = 100
const CHANGES_PER_SECOND = 6
const HEADERS = { accept: 'text/html', 'accept-encoding': 'gzip, br' }

/** Measures product pages while an admin edits products, half of them the requested ones, against a round without edits. */
export async function measureWhileChanging(
  market: OpenMarket,
  ours: Target,
  { productIds, rounds }: { productIds: string[]; rounds: { count: number; seconds: number } },
): Promise<MeasuredRow> {
  const requests = productIds.slice(0, PAGES).map((id) => ({ path: `/product/${id}`, headers: HEADERS }))
  const requestsOf = (connection: number) => [...requests.slice(connection), ...requests.slice(0, connection)]
  const load = { connections: CONNECTIONS, seconds: rounds.seconds, requestsOf }
  const token = await market.signIn(ours, demoAccounts.find(({ role }) => role === 'admin')?.email ?? '')
  const measured: { ours: LoadResult[]; limit: LoadResult[] } = { ours: [], limit: [] }
  for (let round = 0; round < rounds.count; round++) {
    measured.limit.push(await runLoad(ours, load))
    const stop = changeProducts(ours, token, productIds.slice(0, 2 * PAGES))
    measured.ours.push(await runLoad(ours, load))
    await stop()
  }
  return summarize(`${PAGES} product pages, ${CHANGES_PER_SECOND} changes/s`, { ratio: 0.7 }, measured)
}

/** Toggles the flash sale of one product after another; returns a function that stops it. */
function changeProducts({ origin }: Target, token: string, productIds: string[]): () => Promise<void> {
  const ended = new AbortController()
  async function run(): Promise<void> {
    for (let change = 0; !ended.signal.aborted; change++) {
      const id = productIds[(change >> 1) % productIds.length]
      const response = await fetch(`${origin}/api/admin/products/${id}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ flash_sale: change % 2 === 0 }),
      })
      if (!response.ok) throw new Error(`changing ${id} returned ${response.status} ${await response.text()}`)
      await sleep(1000 / CHANGES_PER_SECOND, undefined, { signal: ended.signal }).catch(() => {})
    }
  }
  const running = run()
  return async () => {
    ended.abort()
    await running
  }
}
