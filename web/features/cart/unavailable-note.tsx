import { useState } from 'react'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { Button } from '../../ui/button.tsx'
import { focusHeading } from '../../ui/page.tsx'
import { showError } from '../../ui/toasts.tsx'
import { limitText, removeFromCart } from './change-cart.ts'

interface UnavailableNoteProps {
  text: string
  productIds: readonly string[]
}

/** Says that products in the cart no longer exist, and removes them all on one press. */
export function UnavailableNote({ text, productIds }: UnavailableNoteProps) {
  const dispatch = useAppDispatch()
  const [busy, setBusy] = useState(false)

  async function removeAll() {
    setBusy(true)
    // The note disappears with the products it names.
    focusHeading()
    const outcomes = await Promise.all(productIds.map((id) => dispatch(removeFromCart(id))))
    setBusy(false)
    const limit = outcomes.map(limitText).find((text) => text !== null)
    if (limit || outcomes.includes('failed')) showError(limit ?? cartMessages.updateFailedToast)
  }

  return (
    <div role="alert" className="rounded-xl bg-danger-tint px-4 py-3 text-danger">
      <p className="wrap-anywhere">{text}</p>
      <Button variant="secondary" size="small" className="mt-3" busy={busy} onClick={removeAll}>
        {cartMessages.removeUnavailable}
      </Button>
    </div>
  )
}
