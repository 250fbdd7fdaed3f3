import { useState } from 'react'
import { cartMessages } from '../../../shared/cart/messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { RotateCcw } from '../../ui/area-icons.ts'
import { Button } from '../../ui/button.tsx'
import { useFailures } from '../../ui/form/use-failures.ts'
import { useNavigateFromHere } from '../../ui/hooks.ts'
import { showErrorOfAlert, showSuccess } from '../../ui/overlay/toasts.tsx'
import { addEach } from '../cart/add-each.ts'
import { ordersApi } from './orders-api.ts'

/** Returns a function that adds an order's products to the cart and opens it, and failures by order; the cart names partial ones. */
export function useReorder() {
  const navigate = useNavigateFromHere()
  const dispatch = useAppDispatch()
  const [getOrder] = ordersApi.useLazyGetOrderQuery()
  const { report, clear, noteAt } = useFailures()

  async function reorder(orderId: string): Promise<void> {
    clear(orderId)
    const { data: order } = await getOrder(orderId)
    const { added, isLimited, failure } = await dispatch(addEach(order?.lines ?? []))
    if (!added) {
      if (isLimited && failure) return report(orderId, { text: failure })
      const again = { text: cartMessages.addFailed, retry: () => reorder(orderId) }
      return report(orderId, again, cartMessages.addItemFailedToast)
    }
    if (failure) showErrorOfAlert(failure)
    else showSuccess(cartMessages.itemAdded)
    navigate('/cart', { state: failure ? { failure } : null })
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
