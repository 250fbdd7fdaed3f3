import { MAX_LOW_AT, MAX_ON_HAND, MAX_PER_ORDER } from '../../../../shared/stock/constants.ts'
import { stockFormMessages } from '../../../../shared/stock/seller-messages.ts'
import type { StockDraft } from './stock-draft.ts'

/** Returns the errors of a stock by field. */
export function stockProblems(draft: StockDraft): [keyof StockDraft, string][] {
  if (!draft.counted) return []
  const { on_hand, on_hand_seen, low_at, max_per_order } = draft
  const problems: [keyof StockDraft, string][] = []
  // Backorders make the number negative, which is valid until it is edited.
  const isTyped = on_hand_seen === '' || on_hand !== on_hand_seen
  if (isTyped && !isWhole(on_hand, 0, MAX_ON_HAND)) problems.push(['on_hand', stockFormMessages.onHandMalformed])
  if (!isWhole(low_at, 0, MAX_LOW_AT)) problems.push(['low_at', stockFormMessages.lowAtMalformed])
  if (max_per_order.trim() !== '' && !isWhole(max_per_order, 1, MAX_PER_ORDER))
    problems.push(['max_per_order', stockFormMessages.maxPerOrderMalformed])
  return problems
}

/** Returns whether a typed text is a whole number of a range. */
export function isWhole(text: string, from: number, to: number): boolean {
  return /^\s*\d+\s*$/.test(text) && Number(text) >= from && Number(text) <= to
}
