import { useRef, useState } from 'react'
import { MAX_LINE_QUANTITY } from '../../../shared/cart/constants.ts'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { cartPageMessages } from '../../../shared/cart/page-messages.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { hideSuccess, showSuccess } from '../../ui/toasts.tsx'
import { useFailures } from '../../ui/use-failures.ts'
import { type CartOutcome, clearCart, LINE_IS_FULL, limitText, setQuantity } from './change-cart.ts'
import type { CartLine } from './use-cart-lines.ts'

/** Lines that were just removed and can be brought back. */
interface Removal {
  /** Identifies the removal. */
  id: number
  lines: Cart
}

/** Places of failures that are not at a line, among the ids of lines. */
const CLEAR = 'clear'
const UNDO = 'undo'

/** What the cart page does to the cart, with what failed and what can be undone. It lasts as long as the page. */
export function useCartChanges(shown: readonly CartLine[]) {
  const cart = cartOf(shown)
  const dispatch = useAppDispatch()
  const { report, clear: forget, noteAt } = useFailures()
  const begin = useLatest()

  function reportOutcome(where: string, outcome: CartOutcome, retry: () => void) {
    const limit = limitText(outcome)
    // A limit stands at its line, and needs no second mention.
    if (limit) report(where, { text: limit }, null)
    else if (outcome === 'failed')
      report(where, { text: cartMessages.updateFailed, retry }, cartMessages.updateFailedToast)
  }

  const { setRemoval, ...removals } = useRemoval(forget, reportOutcome)

  async function change(productId: string, quantity: number) {
    const before = cart[productId] ?? 0
    forget(productId)
    const isLatest = begin(productId)
    const outcome = await dispatch(setQuantity(productId, quantity))
    reportOutcome(productId, outcome, () => void change(productId, quantity))
    if (outcome !== 'done' || !isLatest()) return
    if (quantity > 0) showSuccess(cartMessages.quantityUpdated, toastOf(productId))
    else if (before > 0) setRemoval({ id: Date.now(), lines: { [productId]: before } })
  }

  /** Gives a line as many units as it can have, fewer than were wanted. */
  async function fill(productId: string) {
    begin(productId)
    hideSuccess(toastOf(productId))
    reportOutcome(productId, LINE_IS_FULL, () => {})
    if (cart[productId] === MAX_LINE_QUANTITY) return
    const outcome = await dispatch(setQuantity(productId, MAX_LINE_QUANTITY))
    reportOutcome(productId, outcome, () => void fill(productId))
  }

  async function clear() {
    const lines = cart
    forget(CLEAR)
    const outcome = await dispatch(clearCart())
    if (outcome === 'done') {
      showSuccess(cartPageMessages.cleared)
      setRemoval({ id: Date.now(), lines })
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
    ...removals,
    fill,
    failureOf: noteAt,
    failureOfClear: noteAt(CLEAR),
    failureOfUndo: noteAt(UNDO),
  }
}

type ReportOutcome = (where: string, outcome: CartOutcome, retry: () => void) => void

/** Keeps what was just removed, and brings it back. */
function useRemoval(forget: (where: string) => void, reportOutcome: ReportOutcome) {
  const dispatch = useAppDispatch()
  const [removal, setRemoval] = useState<Removal | null>(null)
  const [cameBack, setCameBack] = useState<string>()

  async function restore({ lines }: Removal) {
    forget(UNDO)
    setRemoval(null)
    setCameBack(Object.keys(lines)[0])
    const restored = Object.entries(lines).map(async ([productId, quantity]) => {
      const outcome = await dispatch(setQuantity(productId, quantity))
      reportOutcome(UNDO, outcome, () => void restore({ id: 0, lines: { [productId]: quantity } }))
    })
    await Promise.all(restored)
  }

  return {
    setRemoval,
    removal,
    forgetRemoval: () => setRemoval(null),
    restore,
    /** The id of a line that was brought back. */
    cameBack,
  }
}

/** Returns the lines as a cart, without what no longer exists: it cannot be brought back. */
function cartOf(shown: readonly CartLine[]): Cart {
  const existing = shown.filter(({ product }) => product)
  return Object.fromEntries(existing.map(({ product_id, quantity }) => [product_id, quantity]))
}

const toastOf = (productId: string) => `quantity-${productId}`

/** Returns what begins a change of a line, and returns whether it is still the last one of that line. */
function useLatest() {
  const counts = useRef<Record<string, number>>({})
  return (productId: string) => {
    const count = (counts.current[productId] ?? 0) + 1
    counts.current[productId] = count
    return () => counts.current[productId] === count
  }
}
