import { useState } from 'react'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useFailure } from '../../ui/form/use-failures.ts'
import { focusHeading } from '../../ui/page.tsx'
import { limitText, removeFromCart } from './change-cart.ts'

interface UnavailableNoteProps {
  text: string
  productIds: readonly string[]
  /** The text of the button. */
  remove?: string
}

/** Reports products of the cart that cannot be ordered, with a button that removes them. */
export function UnavailableNote({ text, productIds, remove = cartMessages.removeUnavailable }: UnavailableNoteProps) {
  const dispatch = useAppDispatch()
  const [busy, setBusy] = useState(false)
  const { report, clear, note } = useFailure()

  async function removeAll(): Promise<void> {
    clear()
    setBusy(true)
    // The note disappears with its products.
    focusHeading()
    const outcomes = await Promise.all(productIds.map((id) => dispatch(removeFromCart(id))))
    setBusy(false)
    const limit = outcomes.map(limitText).find((text) => text !== null)
    if (limit) report({ text: limit })
    else if (outcomes.includes('failed')) {
      report({ text: cartMessages.updateFailed, retry: removeAll }, cartMessages.updateFailedToast)
    }
  }

  return (
    <div role="alert" className="rounded-field bg-danger-tint px-4 py-3 text-danger">
      <p className="wrap-anywhere">{text}</p>
      <Button variant="secondary" size="small" className="mt-3" busy={busy} onClick={removeAll}>
        {remove}
      </Button>
      <FailureNote {...note} className="mt-3 -mx-4 -mb-3" />
    </div>
  )
}
