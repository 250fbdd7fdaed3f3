import type { ReactNode } from 'react'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Link } from '../../ui/link.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { UnavailableNote } from '../cart/unavailable-note.tsx'
import { useCart } from '../cart/use-cart.ts'
import type { CartLine } from '../cart/use-cart-lines.ts'
import type { OrderProblem } from './use-place-order.ts'

interface OrderProblemNoteProps {
  problem: OrderProblem | null
  /** Lines of the cart whose products no longer exist. */
  gone: readonly CartLine[]
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
  if (problem?.kind === 'failed')
    return <FailureNote text={problem.text} onRetry={problem.canRetry ? 'submit' : undefined} />
  const named = problem?.productIds.filter((id) => id in cart) ?? []
  if (problem && named.length) return <UnavailableNote text={problem.text} productIds={named} />
  if (gone.length) return <UnavailableNote text={textFor(gone)} productIds={gone.map(({ product_id }) => product_id)} />
  return null
}

function textFor(gone: readonly CartLine[]): string {
  const areNamed = gone.every(({ name, product_id }) => name !== product_id)
  return areNamed ? checkoutMessages.unavailable(gone.map(({ name }) => name)) : cartMessages.someUnavailable
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="rounded-xl bg-danger-tint px-4 py-3 text-danger">
      {children}
    </div>
  )
}
