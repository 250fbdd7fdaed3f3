import { useRef, useState } from 'react'
import { MAX_LINE_QUANTITY } from '../../../shared/cart/constants.ts'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { cartPageMessages } from '../../../shared/cart/page-messages.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { useFailures } from '../../ui/form/use-failures.ts'
import { hideSuccess, showSuccess } from '../../ui/overlay/toasts.tsx'
import { type CartOutcome, clearCart, LINE_IS_FULL, limitText, setQuantity } from './change-cart.ts'
import type { CartLine } from './use-cart-lines.ts'

/** The keys of failures without a line among the ids of lines. */
const CLEAR = 'clear'
const UNDO = 'undo'

/** The cart page's changes, with their failures and undo offers, for the life of the page. */
export function useCartChanges(shown: readonly CartLine[]) {
  // Lines of deleted products cannot be restored.
  const existing = shown.filter(({ product }) => product)
  const cart = cartOf(existing)
  const dispatch = useAppDispatch()
  const { report, clear: forget, noteAt } = useFailures()
  const begin = useLatest()

  function reportOutcome(where: string, outcome: CartOutcome, retry: () => void) {
    const limit = limitText(outcome)
    // A limit is shown at its line and needs no toast.
    if (limit) report(where, { text: limit }, null)
    else if (outcome === 'failed')
      report(where, { text: cartMessages.updateFailed, retry }, cartMessages.updateFailedToast)
  }

  const { add, ...removed } = useRemovals(forget, reportOutcome)

  async function change(productId: string, quantity: number) {
    const line = existing.find(({ product_id }) => product_id === productId)
    const before = idsBefore(rowsOf(shown, removed.removals), productId)
    forget(productId)
    const isLatest = begin(productId)
    const outcome = await dispatch(setQuantity(productId, quantity))
    reportOutcome(productId, outcome, () => void change(productId, quantity))
    if (outcome !== 'done' || !isLatest()) return
    if (quantity > 0) showSuccess(cartMessages.quantityUpdated, toastOf(productId))
    else if (line) add([line], before)
  }

  /** Sets a line to its limit after a higher quantity. */
  async function fill(productId: string) {
    begin(productId)
    hideSuccess(toastOf(productId))
    reportOutcome(productId, LINE_IS_FULL, () => {})
    if (cart[productId] === MAX_LINE_QUANTITY) return
    const outcome = await dispatch(setQuantity(productId, MAX_LINE_QUANTITY))
    reportOutcome(productId, outcome, () => void fill(productId))
  }

  async function clear() {
    const lines = existing
    forget(CLEAR)
    const outcome = await dispatch(clearCart())
    if (outcome === 'done') {
      showSuccess(cartPageMessages.cleared)
      add(lines, [])
    } else {
      const limit = limitText(outcome)
      if (limit) report(CLEAR, { text: limit })
      else
        report(CLEAR, { text: cartMessages.clearFailed, retry: () => void clear() }, cartPageMessages.clearFailedToast)
    }
  }

  return {
    change,
    clear,
    ...removed,
    fill,
    failureOf: noteAt,
    failureOfClear: noteAt(CLEAR),
    failureOfUndo: noteAt(UNDO),
  }
}

type ReportOutcome = (where: string, outcome: CartOutcome, retry: () => void) => void

function useRemovals(forget: (where: string) => void, reportOutcome: ReportOutcome) {
  const dispatch = useAppDispatch()
  const [removals, setRemovals] = useState<readonly Removal[]>([])
  const [restoredId, setRestoredId] = useState<string>()
  const lastId = useRef(0)

  async function restoreLines(lines: Cart) {
    forget(UNDO)
    const left: Cart = {}
    const restored = Object.entries(lines).map(async ([productId, quantity]) => {
      const outcome = await dispatch(setQuantity(productId, quantity))
      if (outcome === 'failed') left[productId] = quantity
      else reportOutcome(UNDO, outcome, () => {})
    })
    await Promise.all(restored)
    // One note, whose retry restores all that is left.
    if (Object.keys(left).length) reportOutcome(UNDO, 'failed', () => void restoreLines(left))
  }

  const end = (ended: Removal) => setRemovals((all) => all.filter((one) => one !== ended))
  return {
    removals,
    add(lines: readonly CartLine[], before: readonly string[]) {
      const id = ++lastId.current
      const ids = lines.map(({ product_id }) => product_id)
      // Drops removals of lines that another tab has restored.
      const others = (one: Removal) => !one.lines.some(({ product_id }) => ids.includes(product_id))
      setRemovals((all) => [...all.filter(others), { id, lines, before }])
    },
    endRemoval: end,
    restore(removal: Removal) {
      end(removal)
      setRestoredId(removal.lines[0]?.product_id)
      return restoreLines(cartOf(removal.lines))
    },
    restoredId,
  }
}

function cartOf(lines: readonly CartLine[]): Cart {
  return Object.fromEntries(lines.map(({ product_id, quantity }) => [product_id, quantity]))
}

function idsBefore(rows: readonly CartRow[], productId: string): string[] {
  const ids = rows.map(({ line }) => line.product_id)
  return ids.slice(0, ids.indexOf(productId))
}

const toastOf = (productId: string) => `quantity-${productId}`

/** Returns a function that starts a change of a line; its result tells whether that change is still the latest. */
function useLatest() {
  const counts = useRef<Record<string, number>>({})
  return (productId: string) => {
    const count = (counts.current[productId] ?? 0) + 1
    counts.current[productId] = count
    return () => counts.current[productId] === count
  }
}

/** Lines that were just removed and can be brought back. */
export interface Removal {
  id: number
  lines: readonly CartLine[]
  /** The ids of the rows before them, including removed ones. */
  before: readonly string[]
}

/** A line, or the place of a removed one. */
export interface CartRow {
  line: CartLine
  removal?: Removal
}

/** Returns the lines of a cart and, in their places, those just removed. */
export function rowsOf(lines: readonly CartLine[], removals: readonly Removal[]): CartRow[] {
  const rows: CartRow[] = lines.map((line) => ({ line }))
  for (const removal of removals) {
    const [line] = removal.lines
    if (!line || removal.lines.length > 1 || lines.some(({ product_id }) => product_id === line.product_id)) continue
    const at = rows.findLastIndex((row) => removal.before.includes(row.line.product_id))
    rows.splice(at + 1, 0, { line, removal })
  }
  return rows
}
