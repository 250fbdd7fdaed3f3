import { actMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { orderMessages } from '../../../../shared/orders/messages.ts'
import { orderListMessages, orderListRefusals } from '../../../../shared/orders/order-list-messages.ts'
import type { AdminOrder } from '../../../../shared/orders/schema.ts'
import { canRetry, failureText } from '../../../api/failure-text.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { useFailure } from '../../../ui/form/use-failures.ts'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { useFollowSellerOrdersMutation } from '../admin-api.ts'

/** Says that the state was set by hand and which one the shipments give, with the way back; nothing for other orders. */
export function StateSource({ order }: { order: AdminOrder }) {
  const [follow, { isLoading }] = useFollowSellerOrdersMutation()
  const { report, clear, note } = useFailure()
  if (order.state_source !== 'admin') return null

  async function goBack() {
    clear()
    const { error } = await follow(order.order_id)
    if (!error) return showSuccess(actMessages.automatic)
    const reason = failureText(error, orderListRefusals, orderListMessages.unknownStateReason)
    const retry = canRetry(error, orderListRefusals) ? goBack : undefined
    report({ text: orderListMessages.stateFailed(reason), retry })
  }

  return (
    <div className="grid justify-items-start gap-3 rounded-picture bg-info-tint p-4">
      <p>{actMessages.setByHand(orderMessages.states[order.derived_state].toLowerCase())}</p>
      <Button size="small" variant="secondary" busy={isLoading} onClick={goBack}>
        {actMessages.goBack}
      </Button>
      <FailureNote {...note} className="w-full" />
    </div>
  )
}
