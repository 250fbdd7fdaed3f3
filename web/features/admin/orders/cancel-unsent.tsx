import { useState } from 'react'
import { fulfilmentErrors } from '../../../../shared/fulfilment/errors.ts'
import { unitsLeft } from '../../../../shared/fulfilment/rules.ts'
import { actMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { formatDollars } from '../../../../shared/kernel/money.ts'
import type { AdminOrder } from '../../../../shared/orders/schema.ts'
import { failureText } from '../../../api/failure-text.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { sellerOrderForAdmin, useCancelSellerOrderMutation } from '../../fulfilment/fulfilment-api.ts'
import { useGetSellerOrdersOfQuery } from '../admin-api.ts'

/** Cancels and refunds the unsent units of an order that an admin has ended; renders nothing for other orders. */
export function CancelUnsent({ order }: { order: AdminOrder }) {
  const { data } = useGetSellerOrdersOfQuery(order.order_id)
  const [cancel, { isLoading }] = useCancelSellerOrderMutation()
  const [failure, setFailure] = useState<string>()
  const isEnded = order.order_state === 'cancelled' || order.order_state === 'returned'
  if (!isEnded || !data?.unsent.units) return null
  const { seller_orders, unsent } = data

  async function press() {
    setFailure(undefined)
    const note = order.history[0]?.reason
    for (const { order_id, number, revision, lines } of seller_orders) {
      const left = lines.map((line) => ({ line_number: line.line_number, quantity: unitsLeft(line) }))
      const some = left.filter(({ quantity }) => quantity > 0)
      if (!some.length) continue
      const body = { revision, lines: some, reason: 'other' as const, ...(note && { note }) }
      const { error } = await cancel({ base: sellerOrderForAdmin(order_id, number), cancel: body })
      if (error) return setFailure(failureText(error, fulfilmentErrors, actMessages.failed))
    }
    showSuccess(actMessages.cancelled(unsent.units))
  }

  const effect =
    order.payment?.payment_state === 'authorized' ? actMessages.cancelUnsentReserved : actMessages.cancelUnsent
  return (
    <div className="grid justify-items-start gap-3 rounded-picture bg-info-tint p-4">
      <Button size="small" variant="secondary" busy={isLoading} onClick={press}>
        {effect(unsent.units, unsent.refund > 0 ? formatDollars(unsent.refund) : '')}
      </Button>
      <FailureNote text={failure} className="w-full" />
    </div>
  )
}
