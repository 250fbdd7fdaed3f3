import type { BulkResult, FullSellerOrder } from '../../shared/fulfilment/schema.ts'
import { toAppError } from '../http/render-errors.ts'

/**
 * Returns what became of each item: they are done one after the other, each by itself. Throws what is no expected failure.
 */
export async function actOnMany<Item extends { order_id: string }>(
  items: readonly Item[],
  act: (item: Item) => Promise<FullSellerOrder | undefined>,
): Promise<BulkResult> {
  const results: BulkResult['results'] = []
  for (const item of items) {
    const { order_id } = item
    try {
      results.push({ order_id, status: 200, order: await act(item) })
    } catch (thrown) {
      const { status, code, message, details } = toAppError(thrown)
      if (status >= 500 && status !== 503) throw thrown
      results.push({ order_id, status, error: { code, message, ...(details && { details }) } })
    }
  }
  return { results }
}
