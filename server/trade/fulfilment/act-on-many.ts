import { createContext, currentContext, runInContext } from '../../../db/request-context.ts'
import type { BulkResult, FullSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { busy } from '../../platform/http/errors.ts'
import { toAppError } from '../../platform/http/render-errors.ts'

/** Of one item: its statements have their own wait budget, not that of the request, which is for one act. */
const ITEM_BUDGET_MS = 4_600
/** Then what is left is refused as busy, which has changed nothing. */
const GIVE_UP_AFTER_MS = 20_000

/** Returns what became of each item, one after the other. Throws only unexpected failures. */
export async function actOnMany<Item extends { order_id: string }>(
  items: readonly Item[],
  act: (item: Item) => Promise<FullSellerOrder>,
): Promise<BulkResult> {
  const results: BulkResult['results'] = []
  const id = currentContext()?.id ?? 'several'
  const startedAt = performance.now()
  for (const item of items) {
    const { order_id } = item
    const context = createContext('request', id, ITEM_BUDGET_MS)
    try {
      if (performance.now() - startedAt > GIVE_UP_AFTER_MS) throw busy()
      const order = await runInContext(context, () => act(item))
      results.push({ order_id, status: 200, order })
    } catch (thrown) {
      const { status, code, message, details } = runInContext(context, () => toAppError(thrown))
      if (status === 500) throw thrown
      results.push({ order_id, status, error: { code, message, ...(details && { details }) } })
    }
  }
  return { results }
}
