import type { ReactNode } from 'react'
import { useState } from 'react'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { focusHeading } from '../../ui/page.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { showError } from '../../ui/toasts.tsx'
import { removeFromCart } from '../cart/change-cart.ts'
import { useCart } from '../cart/use-cart.ts'
import type { OrderProblem } from './use-place-order.ts'

interface OrderProblemNoteProps {
  problem: OrderProblem | null
  /** Ids in the cart whose products no longer exist. */
  gone: readonly string[]
}

/** Why the cart cannot be ordered, and how to solve it. */
export function OrderProblemNote({ problem, gone }: OrderProblemNoteProps) {
  const { cart } = useCart()
  if (problem?.kind === 'already-placed') {
    const orders = (
      <Link to="/dashboard" className="font-semibold underline">
        {checkoutMessages.seeOrders}
      </Link>
    )
    return (
      <Note>
        <Sentence text={checkoutMessages.alreadyPlaced} parts={{ orders }} />
      </Note>
    )
  }
  if (problem?.kind === 'total-changed') {
    return (
      <Note>
        <p className="font-semibold">{problem.text}</p>
        <p>{checkoutMessages.orderAtNewTotal}</p>
      </Note>
    )
  }
  const named = problem?.productIds.filter((id) => id in cart) ?? []
  if (problem && named.length) return <UnavailableNote text={problem.text} productIds={named} />
  if (gone.length) return <UnavailableNote text={checkoutMessages.someUnavailable} productIds={gone} />
  return null
}

function UnavailableNote({ text, productIds }: { text: string; productIds: readonly string[] }) {
  const dispatch = useAppDispatch()
  const [busy, setBusy] = useState(false)

  async function removeAll() {
    setBusy(true)
    // The note disappears with the products it names.
    focusHeading()
    const outcomes = await Promise.all(productIds.map((id) => dispatch(removeFromCart(id))))
    setBusy(false)
    if (outcomes.includes('failed')) showError(cartMessages.updateFailedToast)
  }

  return (
    <Note>
      <p className="wrap-anywhere">{text}</p>
      <Button variant="secondary" size="small" className="mt-3" busy={busy} onClick={removeAll}>
        {checkoutMessages.removeFromCart}
      </Button>
    </Note>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="rounded-xl bg-danger-tint px-4 py-3 text-danger">
      {children}
    </div>
  )
}
