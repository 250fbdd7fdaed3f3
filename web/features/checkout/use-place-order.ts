import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import type { PlaceOrder } from '../../../shared/orders/schema.ts'
import { apiErrorOf } from '../../api/api.ts'
import { authenticationPath } from '../../session/guards.tsx'
import { useSession } from '../../session/use-session.ts'
import { showError, showSuccess } from '../../ui/toasts.tsx'
import { inTurn } from '../cart/change-cart.ts'
import { useCart } from '../cart/use-cart.ts'
import { confirmationPath } from '../orders/order-paths.ts'
import { usePlaceOrderMutation } from '../orders/orders-api.ts'
import { attemptKey, endAttempt } from './order-attempt.ts'

/** What stands in the way of the order and needs more than another try. */
export type OrderProblem =
  | { kind: 'gone'; text: string; productIds: string[] }
  /** An earlier try went through, with another address or payment method. */
  | { kind: 'already-placed' }

interface PlacingOrder {
  place: (request: PlaceOrder) => Promise<void>
  /** From the press of the button until the order is refused or its confirmation is shown. */
  busy: boolean
  problem: OrderProblem | null
}

/** Places the order once, however often the button is pressed, and goes to its confirmation. */
export function usePlaceOrder(): PlacingOrder {
  const { cart } = useCart()
  const { isLoggedIn } = useSession()
  const navigate = useNavigate()
  const [send] = usePlaceOrderMutation()
  const handleRefusal = useRefusal()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<OrderProblem | null>(null)
  const sending = useRef(false)

  async function place(request: PlaceOrder) {
    if (sending.current) return
    if (!isLoggedIn) return askToLogIn(navigate)
    sending.current = true
    setBusy(true)
    setProblem(null)
    const { data: order, error } = await inTurn(() => send({ request, idempotencyKey: attemptKey(cart) }))
    if (order) {
      endAttempt()
      showSuccess(orderMessages.placed)
      await navigate(confirmationPath(order.order_id))
    } else {
      setProblem(handleRefusal(error))
    }
    sending.current = false
    setBusy(false)
  }

  return { place, busy, problem }
}

function useRefusal() {
  const { retry: refetchCart } = useCart()
  const navigate = useNavigate()
  return (error: unknown): OrderProblem | null => {
    const refusal = apiErrorOf(error)
    switch (refusal?.code) {
      case 'product_gone':
        return { kind: 'gone', text: refusal.message, productIds: readIds(refusal.details?.product_ids) }
      case 'idempotency_key_reused':
        endAttempt()
        return { kind: 'already-placed' }
      case 'cart_empty':
        showError(cartMessages.empty)
        refetchCart()
        return null
    }
    if (refusal?.status === 401) askToLogIn(navigate)
    else showError(orderMessages.placeFailedToast)
    return null
  }
}

function askToLogIn(navigate: ReturnType<typeof useNavigate>): void {
  showError(orderMessages.logInToCheckOut)
  void navigate(authenticationPath('/checkout'))
}

function readIds(ids: unknown): string[] {
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}
