import { useState } from 'react'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { Button } from '../../ui/button.tsx'
import { RotateCcw } from '../../ui/icons.tsx'

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
    <Button variant="ghost" size="small" aria-label={orderMessages.reorderOf(orderId)} busy={busy} onClick={reorder}>
      <RotateCcw aria-hidden className="size-4" />
      {orderMessages.reorder}
    </Button>
  )
}
