import type { ReactNode } from 'react'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { reservationMessages } from '../../../shared/checkouts/messages.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FailureNote, leaveFocusNear } from '../../ui/failure-note.tsx'
import { useFailure } from '../../ui/form/use-failures.ts'
import { Link } from '../../ui/link.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
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
  const short = lines.filter(({ product_id, available }) => (cart[product_id] ?? 0) > available)
  if (!short.length) return null
  return (
    <Note>
      <p className="font-semibold">{text}</p>
      <Repair
        text={reservationMessages.changeToWhatIsLeft}
        quantities={short.map(({ product_id, available }) => [product_id, available])}
        done={reservationMessages.changedToWhatIsLeft}
      />
    </Note>
  )
}

function TooManyNote({ text, productId, limit }: Extract<OrderProblem, { kind: 'too-many' }>) {
  const { lines } = useCartLines()
  const line = lines.find(({ product_id }) => product_id === productId)
  if (!line || line.quantity <= limit) return null
  return (
    <Note>
      <p className="font-semibold">{text}</p>
      <p className="wrap-anywhere">{withUnits(line.name)}</p>
      <Repair
        text={reservationMessages.changeTo({ quantity: limit })}
        quantities={[[productId, limit]]}
        done={cartMessages.quantityUpdated}
      />
    </Note>
  )
}

interface RepairProps {
  text: string
  /** By product. */
  quantities: readonly (readonly [productId: string, quantity: number])[]
  /** The toast on success. */
  done: string
}

function Repair({ text, quantities, done }: RepairProps) {
  const dispatch = useAppDispatch()
  const { report, clear, note } = useFailure()

  async function change(): Promise<void> {
    clear()
    for (const [productId, quantity] of quantities) {
      const outcome = await dispatch(setQuantity(productId, quantity))
      const limit = limitText(outcome)
      if (limit) return report({ text: limit })
      if (outcome === 'failed') return report({ text: cartMessages.updateFailed }, cartMessages.updateFailedToast)
    }
    showSuccess(done)
  }

  return (
    <>
      <p className="mt-3 flex flex-wrap gap-2 *:grow">
        <Button type="button" variant="secondary" size="small" onClick={change}>
          {text}
        </Button>
        <ButtonLink to="/cart" variant="ghost" size="small">
          {reservationMessages.backToCart}
        </ButtonLink>
      </p>
      <FailureNote {...note} />
    </>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div ref={leaveFocusNear} role="alert" className="rounded-field bg-danger-tint px-4 py-3 text-danger">
      {children}
    </div>
  )
}
