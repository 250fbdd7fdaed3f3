import type { ReactNode } from 'react'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { reservationMessages } from '../../../shared/checkouts/messages.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FailureNote, leaveFocusNear } from '../../ui/failure-note.tsx'
import { Link } from '../../ui/link.tsx'
import { showError, showSuccess } from '../../ui/overlay/toasts.tsx'
import { Sentence, withUnits } from '../../ui/text.tsx'
import { limitText, setQuantity } from '../cart/change-cart.ts'
import { UnavailableNote } from '../cart/unavailable-note.tsx'
import { useCart } from '../cart/use-cart.ts'
import { type CartLine, useCartLines } from '../cart/use-cart-lines.ts'
import type { OrderProblem } from './use-place-order.ts'

interface OrderProblemNoteProps {
  /** Those of delivery are shown at the sellers' methods. */
  problem: Exclude<OrderProblem, { kind: 'delivery' }> | null
  /** Lines of the cart whose products no longer exist. */
  gone: readonly CartLine[]
}

/** The reason why the cart cannot be ordered, with a solution. */
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
        <Sentence message={checkoutMessages.alreadyPlaced} values={{ orders }} />
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
  if (problem?.kind === 'short') return <ShortNote text={problem.text} lines={problem.lines} />
  if (problem?.kind === 'too-many') return <TooManyNote {...problem} />
  if (problem?.kind === 'failed')
    return <FailureNote text={problem.text} onRetry={problem.canRetry ? 'submit' : undefined} />
  const named = problem?.productIds.filter((id) => id in cart) ?? []
  if (problem && named.length) return <UnavailableNote text={problem.text} productIds={named} />
  if (gone.length) return <UnavailableNote text={textFor(gone)} productIds={gone.map(({ product_id }) => product_id)} />
  return null
}

function textFor(gone: readonly CartLine[]): string {
  const areNamed = gone.every(({ name, product_id }) => name !== product_id)
  return areNamed ? checkoutMessages.unavailable({ names: gone.map(({ name }) => name) }) : cartMessages.someUnavailable
}

function ShortNote({ text, lines }: { text: string; lines: Extract<OrderProblem, { kind: 'short' }>['lines'] }) {
  const { cart } = useCart()
  const dispatch = useAppDispatch()
  const short = lines.filter(({ product_id, available }) => (cart[product_id] ?? 0) > available)
  if (!short.length) return null
  async function change() {
    for (const { product_id, available } of short) {
      const outcome = await dispatch(setQuantity(product_id, available))
      if (outcome !== 'done') return showError(limitText(outcome) ?? cartMessages.updateFailedToast)
    }
    showSuccess(reservationMessages.changedToWhatIsLeft)
  }
  return (
    <Note>
      <p className="font-semibold">{text}</p>
      <Repair text={reservationMessages.changeToWhatIsLeft} onPress={change} />
    </Note>
  )
}

function TooManyNote({ text, productId, limit }: Extract<OrderProblem, { kind: 'too-many' }>) {
  const { lines } = useCartLines()
  const dispatch = useAppDispatch()
  const line = lines.find(({ product_id }) => product_id === productId)
  if (!line || line.quantity <= limit) return null
  async function change() {
    const outcome = await dispatch(setQuantity(productId, limit))
    if (outcome === 'done') showSuccess(cartMessages.quantityUpdated)
    else showError(limitText(outcome) ?? cartMessages.updateFailedToast)
  }
  return (
    <Note>
      <p className="font-semibold">{text}</p>
      <p className="wrap-anywhere">{withUnits(line.name)}</p>
      <Repair text={reservationMessages.changeTo({ quantity: limit })} onPress={change} />
    </Note>
  )
}

function Repair({ text, onPress }: { text: string; onPress: () => Promise<void> }) {
  return (
    <p className="mt-3 flex flex-wrap gap-2 *:grow">
      <Button type="button" variant="secondary" size="small" onClick={onPress}>
        {text}
      </Button>
      <ButtonLink to="/cart" variant="ghost" size="small">
        {reservationMessages.backToCart}
      </ButtonLink>
    </p>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div ref={leaveFocusNear} role="alert" className="rounded-field bg-danger-tint px-4 py-3 text-danger">
      {children}
    </div>
  )
}
