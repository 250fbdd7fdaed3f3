import { useEffect, useReducer, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { checkoutErrors } from '../../../shared/checkouts/errors.ts'
import { reservationMessages } from '../../../shared/checkouts/messages.ts'
import { deliveryMessages, notDeliveredText } from '../../../shared/delivery/messages.ts'
import { commonErrors } from '../../../shared/kernel/errors.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import type { PlaceOrder } from '../../../shared/orders/schema.ts'
import { paymentErrors } from '../../../shared/payments/errors.ts'
import type { PaidCharge } from '../../../shared/pricing/charges.ts'
import { sellingErrors } from '../../../shared/stock/errors.ts'
import { api, knownErrorOf } from '../../api/api.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { failureText, limitText } from '../../api/failure-text.ts'
import { authenticationPath } from '../../session/guards.tsx'
import { useSession } from '../../session/use-session.ts'
import { showError, showErrorOfAlert, showSuccess } from '../../ui/overlay/toasts.tsx'
import { useCart } from '../cart/use-cart.ts'
import type { CartLine } from '../cart/use-cart-lines.ts'
import { askAgain } from '../cart/use-quote.ts'
import { confirmationPath } from '../orders/orders-api.ts'
import { type FormerLine, formerLines, showChangedTotal } from './changed-total.ts'
import { endAttempt, readCheckout } from './order-attempt.ts'
import { placeOrder } from './place-order.ts'

/** The reason why the order was not placed. */
export type OrderProblem =
  | { kind: 'gone'; text: string; productIds: string[] }
  /** Products with less stock than the cart has. */
  | { kind: 'short'; text: string; lines: ShortLine[] }
  /** An order is limited to this many units of the product. */
  | { kind: 'too-many'; text: string; productId: string; limit: number }
  /** An earlier attempt succeeded, with another address or payment method. */
  | { kind: 'already-placed' }
  | { kind: 'failed'; text: string; canRetry: boolean; isPayment: boolean }
  /** One more press orders at the total that is shown now. */
  | {
      kind: 'total-changed'
      text: string
      former: ReadonlyMap<string, FormerLine>
      charges: readonly PaidCharge[] | undefined
    }
  /** These sellers do not deliver like this. */
  | { kind: 'delivery'; sellers: readonly RefusedSeller[] }

export interface RefusedSeller {
  seller_id: string
  text: string
  /** Products that are not delivered to the address; absent where another method can be chosen. */
  product_ids?: string[]
}

interface ShortLine {
  product_id: string
  available: number
}

const REFUSED = { ...sellingErrors, ...checkoutErrors, ...paymentErrors } as const

/** Refusals that a retry may solve. */
const CAN_RETRY = new Set<keyof typeof REFUSED | keyof typeof commonErrors | undefined>([
  'checkout_expired',
  'payments_busy',
  'payment_running',
])

type ConfirmAtBank = (clientSecret: string) => Promise<void>

interface OrderPlacement {
  /** `lines` are those shown; changed ones are marked. */
  place: (request: PlaceOrder, lines: readonly CartLine[], confirmAtBank?: ConfirmAtBank) => Promise<void>
  /** From the click until the order is refused or its confirmation is shown. */
  busy: boolean
  /** Returns true while an order is being placed. */
  isPlacing: () => boolean
  problem: OrderProblem | null
  /** The checkout that has reserved the cart, if that is known in this tab. */
  checkoutId: string | undefined
}

/** Returns a function that places the order, once however often the button is clicked, and opens its confirmation. */
export function usePlaceOrder(): OrderPlacement {
  const { cart } = useCart()
  const { isLoggedIn } = useSession()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  const handleRefusal = useRefusal()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<OrderProblem | null>(null)
  const sending = useRef(false)
  // Read at each rendering, as an attempt outlives the page and depends on the cart.
  const checkoutId = dispatch(readCheckout(cart))
  const [, onReserved] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    // After a bank's page the browser may restore this page as it was.
    const onShown = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return
      sending.current = false
      setBusy(false)
    }
    addEventListener('pageshow', onShown)
    return () => removeEventListener('pageshow', onShown)
  }, [])

  async function place(request: PlaceOrder, lines: readonly CartLine[], confirmAtBank?: ConfirmAtBank) {
    if (sending.current) return
    if (!isLoggedIn) return redirectToSignIn(navigate)
    sending.current = true
    setBusy(true)
    setProblem(null)
    const isStockTracked = lines.some(({ product }) => product?.stock_state !== undefined)
    const { data: order, error } = await dispatch(placeOrder({ request, cart, isStockTracked, onReserved }))
    if (order && 'next' in order) {
      const { next, checkout_id } = order
      if (next.kind === 'redirect') return location.assign(next.url)
      // Without the bank's step the next page shows the payment as the server knows it.
      if (next.kind === 'client') await confirmAtBank?.(next.client_secret).catch(console.warn)
      await navigate(`/checkout/return?${new URLSearchParams({ checkout: checkout_id })}`)
    } else if (order) {
      showSuccess(orderMessages.placed)
      await navigate(confirmationPath(order.order_id))
    } else {
      setProblem(await handleRefusal(error, lines))
    }
    sending.current = false
    setBusy(false)
  }

  return { place, busy, isPlacing: () => sending.current, problem, checkoutId }
}

function useRefusal() {
  const { retry: refetchCart } = useCart()
  const navigate = useNavigate()
  const dispatch = useAppDispatch()
  return async (error: unknown, lines: readonly CartLine[]): Promise<OrderProblem | null> => {
    const refusal = knownErrorOf(error, { ...commonErrors, ...REFUSED })
    switch (refusal?.code) {
      case 'product_gone':
        // The summary leaves them out.
        dispatch(api.util.invalidateTags(['Product']))
        return {
          kind: 'gone',
          text: failureText(error, checkoutErrors, cartMessages.someUnavailable),
          productIds: refusal.details.product_ids,
        }
      case 'insufficient_stock':
        dispatch(api.util.invalidateTags(['Product']))
        return {
          kind: 'short',
          text: failureText(error, checkoutErrors, reservationMessages.someShort),
          lines: refusal.details.lines,
        }
      case 'too_many':
        if (refusal.details.product_id === undefined) break
        return {
          kind: 'too-many',
          text: failureText(error, sellingErrors, reservationMessages.someShort),
          productId: refusal.details.product_id,
          limit: refusal.details.max_per_order,
        }
      case 'total_changed':
        await dispatch(showChangedTotal(refusal.details))
        dispatch(askAgain())
        return {
          kind: 'total-changed',
          text: failureText(error, checkoutErrors, checkoutMessages.totalHasChanged),
          former: formerLines(lines),
          charges: refusal.details.charges,
        }
      case 'not_delivered_there': {
        const { sellers, country } = refusal.details
        dispatch(askAgain())
        return {
          kind: 'delivery',
          sellers: sellers.map((one) => ({ ...one, text: notDeliveredText([one.seller], country) })),
        }
      }
      case 'method_gone': {
        const { seller_id, seller } = refusal.details
        dispatch(askAgain())
        return { kind: 'delivery', sellers: [{ seller_id, text: deliveryMessages.methodGone({ seller }) }] }
      }
      case 'idempotency_key_reused':
        dispatch(endAttempt())
        return { kind: 'already-placed' }
      case 'cart_empty':
        showError(cartMessages.empty)
        refetchCart()
        return null
      case 'not_authenticated':
        redirectToSignIn(navigate)
        return null
    }
    console.warn(orderMessages.placeFailed, error)
    const limit = limitText(error, REFUSED)
    showErrorOfAlert(limit ?? orderMessages.placeFailedToast)
    const canRetry = limit === undefined || CAN_RETRY.has(refusal?.code)
    const isPayment = refusal !== null && refusal.code in paymentErrors
    return { kind: 'failed', text: limit ?? orderMessages.placeFailed, canRetry, isPayment }
  }
}

function redirectToSignIn(navigate: ReturnType<typeof useNavigate>): void {
  showError(orderMessages.logInToCheckOut)
  void navigate(authenticationPath('/checkout'))
}
