import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import { stockFormMessages } from '../../../../shared/stock/seller-messages.ts'
import type { StockDraft } from '../stock/stock-draft.ts'
import { ENTERED_FIELD_NAMES, ENTERED_FIELDS, type ProductDraft, picturesOf } from './product-draft.ts'

/** Returns the names of the changes between two drafts, e.g. `Price`, `2 pictures`. */
export function nameChanges(initial: ProductDraft, draft: ProductDraft): string[] {
  const fields = ENTERED_FIELD_NAMES.flatMap((field): [string, unknown, unknown][] => {
    const entered: [string, unknown, unknown] = [ENTERED_FIELDS[field], inOrder(initial[field]), inOrder(draft[field])]
    // In the order of the form.
    return field === 'product_price' ? [entered, ...stockFields(initial, draft)] : [entered]
  })
  const names = fields.filter(([, one, other]) => JSON.stringify(one) !== JSON.stringify(other)).map(([name]) => name)
  if (textsChanged(initial, draft)) names.push(productFormMessages.pictureTexts)
  const pictures = countChangedPictures(initial, draft)
  return pictures ? [...names, productFormMessages.picturesCounted(pictures)] : names
}

/** Sorts a list: the order of categories is no change. */
function inOrder(entered: string | readonly string[]): string | readonly string[] {
  return typeof entered === 'string' ? entered : entered.toSorted()
}

function textsChanged(initial: ProductDraft, draft: ProductDraft): boolean {
  const before = new Map(picturesOf(initial).map(({ key, text = '' }) => [key, text]))
  return picturesOf(draft).some(({ key, text = '' }) => text !== (before.get(key) ?? ''))
}

function stockFields(initial: StockDraft, draft: StockDraft): [string, unknown, unknown][] {
  if (!initial.counted || !draft.counted) return [[stockFormMessages.stock, initial.counted, draft.counted]]
  return [
    [stockFormMessages.onHand, initial.on_hand, draft.on_hand],
    [stockFormMessages.lowAt, initial.low_at, draft.low_at],
    [stockFormMessages.maxPerOrder, initial.max_per_order, draft.max_per_order],
    [stockFormMessages.backorderShort, initial.backorder, draft.backorder],
  ]
}

function countChangedPictures(initial: ProductDraft, draft: ProductDraft): number {
  const before = picturesOf(initial).map(({ key }) => key)
  const after = picturesOf(draft).map(({ key }) => key)
  const gone = before.filter((key) => !after.includes(key)).length
  const added = after.filter((key) => !before.includes(key)).length
  const remaining = before.filter((key) => after.includes(key))
  const moved = after.filter((key) => before.includes(key)).filter((key, index) => key !== remaining[index]).length
  // A replaced picture counts once.
  return Math.max(gone, added) + moved
}
