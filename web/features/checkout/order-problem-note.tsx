import type { ReactNode } from 'react'
import { useState } from 'react'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { focusHeading } from '../../ui/page.tsx'
import { showError } from '../../ui/toasts.tsx'
import { useCart } from '../cart/use-cart.ts'
import type { OrderProblem } from './use-place-order.ts'

interface OrderProblemNoteProps {
  problem: OrderProblem | null
  /** Ids in the cart that are no products any more. */
  gone: readonly string[]
}

/** What stands in the way of the order, and the way around it. */
export function OrderProblemNote({ problem, gone }: OrderProblemNoteProps) {
  const { cart } = useCart()
  if (problem?.kind === 'already-placed') {
    return (
      <Note>
        An order from this cart was already placed, with other details.{' '}
        <Link to="/dashboard" className="font-semibold underline">
          See your orders
        </Link>
      </Note>
    )
  }
  const named = problem?.productIds.filter((id) => id in cart) ?? []
  if (problem && named.length) return <GoneNote text={problem.text} productIds={named} />
  if (gone.length) return <GoneNote text="Some products in your cart are no longer available." productIds={gone} />
  return null
}

function GoneNote({ text, productIds }: { text: string; productIds: readonly string[] }) {
  const { remove } = useCart()
  const [busy, setBusy] = useState(false)

  async function removeAll() {
    setBusy(true)
    // The note goes away with what it is about.
    focusHeading()
    const outcomes = await Promise.all(productIds.map((id) => remove(id)))
    setBusy(false)
    if (outcomes.includes('failed')) showError(cartMessages.updateFailedToast)
  }

  return (
    <Note>
      <p className="wrap-anywhere">{text}</p>
      <Button variant="secondary" size="small" className="mt-3" busy={busy} onClick={removeAll}>
        Remove from cart
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
