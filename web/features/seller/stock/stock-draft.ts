import { DEFAULT_LOW_AT } from '../../../../shared/stock/constants.ts'
import type { ChangeStock, Stock } from '../../../../shared/stock/schema.ts'

/** The stock as the product form has it. */
export interface StockDraft {
  counted: boolean
  /** The text as typed. */
  on_hand: string
  /** The number that the form has shown; empty when the stock was not counted. */
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

/** Returns whether two drafts are equal; the fields of an uncounted stock do not matter. */
export function isSameStock(one: StockDraft, other: StockDraft): boolean {
  if (!one.counted || !other.counted) return one.counted === other.counted
  return COUNTED_FIELDS.every((field) => one[field] === other[field])
}

const COUNTED_FIELDS = ['on_hand', 'low_at', 'backorder', 'max_per_order'] as const

/** Updates the number on hand of an older draft, unless it was edited. */
export function withPresentNumber<Draft extends StockDraft>(
  draft: Draft,
  { on_hand, on_hand_seen }: StockDraft,
): Draft {
  return draft.on_hand === draft.on_hand_seen ? { ...draft, on_hand, on_hand_seen } : draft
}
