import { useState } from 'react'
import { conversationMessages } from '../../../../shared/conversations/messages.ts'
import type { FullSellerOrder } from '../../../../shared/fulfilment/schema.ts'
import { actionMessages, progressMessages, workMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { orderListMessages } from '../../../../shared/orders/order-list-messages.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadFailure } from '../../../ui/failure-note.tsx'
import { keepFocus } from '../../../ui/keep-focus.ts'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { StateDot } from '../../../ui/values.tsx'
import { MessageButton } from '../../conversations/message-button.tsx'
import { ActionDialog } from '../../fulfilment/action-dialog.tsx'
import { AnswerRequest } from '../../fulfilment/answer-request.tsx'
import { CancelDialog } from '../../fulfilment/cancel-dialog.tsx'
import { sellerOrderForAdmin, useConfirmSellerOrderMutation } from '../../fulfilment/fulfilment-api.ts'
import { lineOfSellerOrder } from '../../fulfilment/line-list.tsx'
import { LineCounts, SellerOrderStateBadge, ShipBy } from '../../fulfilment/seller-order-state.tsx'
import { SellerReturns } from '../../fulfilment/seller-returns.tsx'
import { SendDialog } from '../../fulfilment/send-dialog.tsx'
import { ShipmentActions } from '../../fulfilment/shipment-actions.tsx'
import { ShipmentList } from '../../fulfilment/shipment-list.tsx'
import { canAccept, canCancel, canSend } from '../../fulfilment/what-is-possible.ts'
import { useGetSellerOrdersOfQuery } from '../admin-api.ts'

/** The seller orders of an order with their shipments, and the actions of their sellers. */
export function SellerOrders({ orderId }: { orderId: string }) {
  const { data, error, isFetching, refetch } = useGetSellerOrdersOfQuery(orderId, { refetchOnMountOrArgChange: true })
  if (error && !data)
    return <LoadFailure title={actionMessages.sellerOrdersFailed} onRetry={refetch} retrying={isFetching} />
  if (!data?.seller_orders.length) return null
  return (
    <section>
      <h3 className="mb-2 font-bold">{actionMessages.sellerOrders}</h3>
      <ul aria-label={actionMessages.sellerOrders} className="grid gap-5">
        {data.seller_orders.map((sellerOrder) => (
          <li key={sellerOrder.number} ref={keepFocus} className="grid min-w-0 gap-3 border-t border-line pt-4">
            <SellerOrderItem
              sellerOrder={sellerOrder}
              sellerName={sellerOrder.seller_name}
              isSuspended={sellerOrder.seller_suspended}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

type Action = 'accept' | 'send' | 'cancel'

interface SellerOrderItemProps {
  sellerOrder: FullSellerOrder
  sellerName: string
  isSuspended: boolean
}

function SellerOrderItem({ sellerOrder, sellerName, isSuspended }: SellerOrderItemProps) {
  const [open, setOpen] = useState<Action | null>(null)
  const base = sellerOrderForAdmin(sellerOrder.order_id, sellerOrder.number)
  const close = () => setOpen(null)
  return (
    <>
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h4 className="font-semibold">{sellerOrder.seller_order_id}</h4>
          {sellerOrder.is_stopped && canCancel(sellerOrder) ? (
            <StateDot tone="danger">{workMessages.stopped}</StateDot>
          ) : sellerOrder.hold ? (
            <StateDot tone="danger">{workMessages.holds[sellerOrder.hold]}</StateDot>
          ) : (
            <SellerOrderStateBadge state={sellerOrder.state} />
          )}
        </div>
        <p className="text-sm text-muted wrap-anywhere">{sellerName}</p>
        {isSuspended && (
          <p className="text-sm">
            <StateDot tone="danger">{orderListMessages.problems.seller_suspended}</StateDot>
          </p>
        )}
        <p className="text-sm text-muted">
          <ShipBy sellerOrder={sellerOrder} />
        </p>
      </div>
      <AnswerRequest sellerOrder={sellerOrder} base={base} />
      <ul className="grid gap-1 text-sm">
        {sellerOrder.lines.map((line) => (
          <li key={line.line_number} className="wrap-anywhere">
            {progressMessages.lineOf({ units: line.quantity, name: line.product_name })}
            <span className="text-muted">
              <LineCounts line={line} />
            </span>
          </li>
        ))}
      </ul>
      {sellerOrder.shipments.length > 0 && (
        <ShipmentList
          label={progressMessages.shipmentsOf({ id: sellerOrder.seller_order_id })}
          shipments={sellerOrder.shipments}
          lineOf={lineOfSellerOrder(sellerOrder)}
          actions={(shipment) => <ShipmentActions sellerOrder={sellerOrder} shipment={shipment} base={base} isAdmin />}
        />
      )}
      <SellerReturns sellerOrder={sellerOrder} base={base} />
      {canCancel(sellerOrder) && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{actionMessages.actionsFor({ id: sellerOrder.seller_order_id })}</legend>
          {canAccept(sellerOrder) && <ActionButton text={actionMessages.accept} onPress={() => setOpen('accept')} />}
          {canSend(sellerOrder) && <ActionButton text={actionMessages.send} onPress={() => setOpen('send')} />}
          <ActionButton text={actionMessages.cancelUnits} onPress={() => setOpen('cancel')} />
        </fieldset>
      )}
      <div className="grid justify-items-start">
        <MessageButton
          text={conversationMessages.messages}
          label={conversationMessages.readMessagesOf({ sellerOrderId: sellerOrder.seller_order_id })}
          base={base}
          reader="admin"
          sellerOrderId={sellerOrder.seller_order_id}
          description={conversationMessages.withBoth({ seller: sellerName })}
        />
      </div>
      {open === 'accept' && <AcceptDialog sellerOrder={sellerOrder} base={base} onClose={close} />}
      {open === 'cancel' && <CancelDialog sellerOrder={sellerOrder} base={base} onClose={close} />}
      {open === 'send' && (
        <SendDialog
          sellerOrder={sellerOrder}
          base={base}
          onSent={(_sellerOrder, units) => showSuccess(actionMessages.sent({ units }))}
          onClose={close}
        />
      )}
    </>
  )
}

function ActionButton({ text, onPress }: { text: string; onPress: () => void }) {
  return (
    <Button size="small" variant="secondary" onClick={onPress}>
      {text}
    </Button>
  )
}

interface AcceptDialogProps {
  sellerOrder: FullSellerOrder
  base: string
  onClose: () => void
}

function AcceptDialog({ sellerOrder, base, onClose }: AcceptDialogProps) {
  const [confirm] = useConfirmSellerOrderMutation()
  return (
    <ActionDialog
      title={actionMessages.acceptTitle({ id: sellerOrder.seller_order_id })}
      text={actionMessages.acceptText}
      confirm={actionMessages.accept}
      success={workMessages.accepted({ count: 1 })}
      onSubmit={() => confirm({ base, revision: sellerOrder.revision })}
      onClose={onClose}
    />
  )
}
