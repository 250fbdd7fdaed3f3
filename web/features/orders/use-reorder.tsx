import { useState } from 'react'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { RotateCcw } from '../../ui/area-icons.ts'
import { Button } from '../../ui/button.tsx'
import { useFailures } from '../../ui/form/use-failures.ts'
import { useNavigateFromHere } from '../../ui/hooks.ts'
import { showErrorOfAlert, showSuccess } from '../../ui/overlay/toasts.tsx'
import { addToCart, limitText } from '../cart/change-cart.ts'
import { useLazyGetOrderQuery } from './orders-api.ts'

/** Returns a function that adds an order's products to the cart and opens it, and failures by order; the cart names partial ones. */
export function useReorder() {
  const navigate = useNavigateFromHere()
  const dispatch = useAppDispatch()
  const [getOrder] = useLazyGetOrderQuery()
  const { report, clear, noteAt } = useFailures()

  async function reorder(orderId: string): Promise<void> {
    clear(orderId)
    const { data: order } = await getOrder(orderId)
    const missing: string[] = []
    const limits = new Set<string>()
    for (const { product_id, product_name, quantity } of order?.lines ?? []) {
      const outcome = await dispatch(addToCart(product_id, quantity))
      if (outcome !== 'done') missing.push(product_name)
      const limit = limitText(outcome)
      if (limit !== null) limits.add(limit)
    }
    const failed = [cartMessages.addFailedFor({ names: missing }), ...limits].join('. ')
    if (!order || missing.length === order.lines.length) {
      if (limits.size) return report(orderId, { text: failed })
      const failure = { text: cartMessages.addFailed, retry: () => reorder(orderId) }
      return report(orderId, failure, cartMessages.addItemFailedToast)
    }
    if (missing.length) showErrorOfAlert(failed)
    else showSuccess(cartMessages.itemAdded)
    navigate('/cart', { state: missing.length ? { failure: failed } : null })
  }

  return { reorder, failureOf: noteAt }
}

interface ReorderButtonProps {
  orderId: string
  onReorder: (orderId: string) => Promise<void>
}

/** Adds an order's products to the cart again; see `useReorder`. */
export function ReorderButton({ orderId, onReorder }: ReorderButtonProps) {
  const [busy, setBusy] = useState(false)

  async function reorder() {
    setBusy(true)
    await onReorder(orderId)
    setBusy(false)
  }

  return (
    <Button
      variant="ghost"
      size="small"
      aria-label={orderMessages.reorderOf({ orderId })}
      busy={busy}
      onClick={reorder}
    >
      <RotateCcw aria-hidden className="size-4" />
      {orderMessages.reorder}
    </Button>
  )
}
