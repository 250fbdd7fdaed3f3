import { stockErrors } from '../../../../shared/stock/errors.ts'
import { knownErrorOf } from '../../../api/api.ts'
import { failureOf } from '../../../api/failure-text.ts'
import type { Problem } from '../../../ui/form/use-checked-form.ts'
import type { StockDraft } from './stock-draft.ts'

/** An error of the stock, shown beside its field. */
export interface StockProblem extends Problem {
  /** The present number on hand, for a retry. */
  present?: Pick<StockDraft, 'on_hand_seen'>
  isOfStock: true
}

/** Returns the refusal of the stock; null for other failures. */
export function stockProblemOf(error: unknown): StockProblem | null {
  const refusal = knownErrorOf(error, stockErrors)
  if (!refusal) return null
  return {
    ...failureOf(error, stockErrors, ''),
    isOfStock: true,
    ...(refusal.code === 'stock_changed' && { present: { on_hand_seen: String(refusal.details.on_hand) } }),
  }
}

/** Returns whether a refusal concerns the stock. */
export function isOfStock(problem: Problem): problem is StockProblem {
  return 'isOfStock' in problem
}
