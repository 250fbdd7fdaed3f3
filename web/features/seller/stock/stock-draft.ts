import { stockErrors } from '../../../../shared/stock/change-errors.ts'
import { DEFAULT_LOW_AT, MAX_LOW_AT, MAX_ON_HAND, MAX_PER_ORDER } from '../../../../shared/stock/constants.ts'
import type { ChangeStock, Stock } from '../../../../shared/stock/schema.ts'
import { stockFormMessages } from '../../../../shared/stock/seller-messages.ts'
import { knownErrorOf } from '../../../api/api.ts'
import { failureOf } from '../../../api/failure-text.ts'
import type { Problem } from '../../../ui/form/use-checked-form.ts'

/** The stock as the product form has it. */
export interface StockDraft {
  counted: boolean
  /** The text as typed. */
  on_hand: string
  /** The number that the form showed initially; empty when the stock was not tracked. */
  on_hand_seen: string
  low_at: string
  backorder: boolean
  max_per_order: string
}

export const NO_STOCK: StockDraft = {
  counted: false,
  on_hand: '',
  on_hand_seen: '',
  low_at: String(DEFAULT_LOW_AT),
  backorder: false,
  max_per_order: '',
}

/** Returns the form's initial values for a stock. */
export function stockDraftOf(stock: Stock): StockDraft {
  if (!stock.counted) return NO_STOCK
  const on_hand = String(stock.on_hand)
  const { backorder, low_at, max_per_order } = stock
  return {
    counted: true,
    on_hand,
    on_hand_seen: on_hand,
    low_at: String(low_at),
    backorder,
    max_per_order: max_per_order === null ? '' : String(max_per_order),
  }
}

/** Returns the request for a changed stock, undefined for an unchanged one. `seen` detects concurrent changes. */
export function stockChangeOf(initial: StockDraft, draft: StockDraft): ChangeStock | undefined {
  if (isSameStock(initial, draft)) return undefined
  if (!draft.counted) return { counted: false }
  const { on_hand, on_hand_seen, low_at, backorder, max_per_order } = draft
  return {
    counted: true,
    ...(on_hand !== on_hand_seen && {
      set: Number(on_hand),
      ...(on_hand_seen !== '' && { seen: Number(on_hand_seen) }),
    }),
    low_at: Number(low_at),
    backorder,
    max_per_order: max_per_order.trim() === '' ? null : Number(max_per_order),
  }
}

/** Returns whether two drafts are equal; the fields of an untracked stock do not matter. */
export function isSameStock(one: StockDraft, other: StockDraft): boolean {
  if (!one.counted || !other.counted) return one.counted === other.counted
  return COUNTED_FIELDS.every((field) => one[field] === other[field])
}

const COUNTED_FIELDS = ['on_hand', 'low_at', 'backorder', 'max_per_order'] as const

/** Gives an older draft the current number on hand, unless the number was edited. */
export function withCurrentNumber<Draft extends StockDraft>(
  draft: Draft,
  { on_hand, on_hand_seen }: StockDraft,
): Draft {
  return draft.on_hand === draft.on_hand_seen ? { ...draft, on_hand, on_hand_seen } : draft
}

/** Returns the errors of a stock by field. */
export function stockProblems(draft: StockDraft): [keyof StockDraft, string][] {
  if (!draft.counted) return []
  const { on_hand, on_hand_seen, low_at, max_per_order } = draft
  const problems: [keyof StockDraft, string][] = []
  // Backorders make the number negative, which is valid until it is edited.
  const isTyped = on_hand_seen === '' || on_hand !== on_hand_seen
  if (isTyped && !isWhole(on_hand, 0, MAX_ON_HAND)) problems.push(['on_hand', stockFormMessages.onHandMalformed()])
  if (!isWhole(low_at, 0, MAX_LOW_AT)) problems.push(['low_at', stockFormMessages.lowAtMalformed()])
  if (max_per_order.trim() !== '' && !isWhole(max_per_order, 1, MAX_PER_ORDER))
    problems.push(['max_per_order', stockFormMessages.maxPerOrderMalformed()])
  return problems
}

/** Returns whether a typed text is a whole number in a range. */
export function isWhole(text: string, from: number, to: number): boolean {
  return /^\s*\d+\s*$/.test(text) && Number(text) >= from && Number(text) <= to
}

/** An error of the stock, shown beside its field. */
export interface StockProblem extends Problem {
  /** The current number on hand, for a retry. */
  present?: Pick<StockDraft, 'on_hand_seen'>
  isStockProblem: true
}

/** Returns the refusal of the stock; null for other failures. */
export function stockProblemOf(error: unknown): StockProblem | null {
  const refusal = knownErrorOf(error, stockErrors)
  if (!refusal) return null
  return {
    ...failureOf(error, stockErrors, ''),
    isStockProblem: true,
    ...(refusal.code === 'stock_changed' && { present: { on_hand_seen: String(refusal.details.on_hand) } }),
  }
}

/** Returns whether a refusal concerns the stock. */
export function isStockProblem(problem: Problem): problem is StockProblem {
  return 'isStockProblem' in problem
}
