import { useState } from 'react'
import { cartMessages } from '../../../shared/cart/messages.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { showSuccess } from '../../ui/toasts.tsx'
import { useFailures } from '../../ui/use-failures.ts'
import { type CartOutcome, clearCart, LINE_IS_FULL, limitText, setQuantity } from './change-cart.ts'
import type { CartLine } from './use-cart-lines.ts'

/** Lines that were just removed and can be brought back. */
export interface Removal {
  /** Identifies the removal. */
  id: number
  lines: Cart
}

/** The whole cart, among the ids of its lines. */
const ALL = 'all'

/** What the cart page does to the cart, with what failed and what can be undone. It lasts as long as the page. */
export function useCartChanges(shown: readonly CartLine[]) {
  // What no longer exists cannot be brought back.
  const existing = shown.filter(({ product }) => product)
  const cart: Cart = Object.fromEntries(existing.map(({ product_id, quantity }) => [product_id, quantity]))
  const dispatch = useAppDispatch()
  const { report, clear: forget, noteAt } = useFailures()
  const [removal, setRemoval] = useState<Removal | null>(null)

  function reportOutcome(where: string, outcome: CartOutcome, retry: () => void) {
    const limit = limitText(outcome)
    // A limit stands at its line, and needs no second mention.
    if (limit) report(where, { text: limit }, null)
    else if (outcome === 'failed')
      report(where, { text: cartMessages.updateFailed, retry }, cartMessages.updateFailedToast)
  }

  async function change(productId: string, quantity: number) {
    const before = cart[productId] ?? 0
    forget(productId)
    const outcome = await dispatch(setQuantity(productId, quantity))
    reportOutcome(productId, outcome, () => void change(productId, quantity))
    if (outcome !== 'done') return
    if (quantity > 0) showSuccess(cartMessages.quantityUpdated)
    else if (before > 0) setRemoval({ id: Date.now(), lines: { [productId]: before } })
  }

  async function clear() {
    const lines = cart
    forget(ALL)
    const outcome = await dispatch(clearCart())
    if (outcome === 'done') {
      showSuccess(cartMessages.cleared)
      setRemoval({ id: Date.now(), lines })
    } else {
      const limit = limitText(outcome)
      if (limit) report(ALL, { text: limit })
      else report(ALL, { text: cartMessages.clearFailed, retry: () => void clear() }, cartMessages.clearFailedToast)
    }
  }

  async function restore({ lines }: Removal) {
    setRemoval(null)
    const restored = Object.entries(lines).map(async ([productId, quantity]) => {
      const outcome = await dispatch(setQuantity(productId, quantity))
      reportOutcome(ALL, outcome, () => void restore({ id: 0, lines: { [productId]: quantity } }))
    })
    await Promise.all(restored)
  }

  return {
    change,
    clear,
    restore,
    removal,
    forgetRemoval: () => setRemoval(null),
    /** Shows at a line that it is full. */
    showLimit: (productId: string) => reportOutcome(productId, LINE_IS_FULL, () => {}),
    failureOf: noteAt,
    failureOfAll: noteAt(ALL),
  }
}
