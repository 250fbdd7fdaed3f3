import { useState } from 'react'
import { conversationMessages } from '../../../../shared/conversations/messages.ts'
import type { AdminSellerOrders } from '../../../../shared/fulfilment/schema.ts'
import { actionMessages, progressMessages, workMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { orderListMessages } from '../../../../shared/orders/order-list-messages.ts'
import { LoadFailure } from '../../../ui/failure-note.tsx'
import { keepFocus } from '../../../ui/keep-focus.ts'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { StateDot } from '../../../ui/values.tsx'
import { MessageButton } from '../../conversations/message-button.tsx'
import { ActionButtons } from '../../fulfilment/action-buttons.tsx'
import { ActionDialog } from '../../fulfilment/action-dialog.tsx'
import { AnswerRequest, CancelDialog } from '../../fulfilment/cancel-dialog.tsx'
import { DeliveryNote } from '../../fulfilment/delivery-note.tsx'
import { fulfilmentApi, sellerOrderForAdmin } from '../../fulfilment/fulfilment-api.ts'
import { LineCounts, SellerOrderStateBadge, ShipBy } from '../../fulfilment/seller-order-state.tsx'
import { SellerReturns } from '../../fulfilment/seller-returns.tsx'
import { SendDialog } from '../../fulfilment/send-dialog.tsx'
import { ShipmentActions } from '../../fulfilment/shipment-actions.tsx'
import { LineList, lineOfSellerOrder, ShipmentList } from '../../fulfilment/shipment-list.tsx'
import { canAccept, canCancel, canSend, sendText } from '../../fulfilment/what-is-possible.ts'
import { adminOrdersApi } from '../admin-api.ts'

/** The seller orders of an order with their shipments, and the actions of their sellers. */
export function SellerOrders({ orderId }: { orderId: string }) {
  const { data, error, isFetching, refetch } = adminOrdersApi.useGetSellerOrdersOfQuery(orderId, {
    refetchOnMountOrArgChange: true,
  })
  if (error && !data)
    return <LoadFailure title={actionMessages.sellerOrdersFailed} onRetry={refetch} retrying={isFetching} />
  if (!data?.seller_orders.length) return null
  return (
    <section>
      <h3 className="mb-2 font-bold">{actionMessages.sellerOrders}</h3>
      <ul aria-label={actionMessages.sellerOrders} className="grid gap-5">
        {data.seller_orders.map((sellerOrder) => (
          <li key={sellerOrder.number} ref={keepFocus} className="grid min-w-0 gap-3 border-t border-line pt-4">
            <ItemHead sellerOrder={sellerOrder} />
            <SellerOrderItem sellerOrder={sellerOrder} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type Action = 'accept' | 'send' | 'cancel'
type SellerOrder = AdminSellerOrders['seller_orders'][number]

function ItemHead({ sellerOrder }: { sellerOrder: SellerOrder }) {
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h4 className="font-semibold wrap-anywhere">{sellerOrder.seller_name}</h4>
        {sellerOrder.is_stopped && canCancel(sellerOrder) ? (
          <StateDot tone="danger">{workMessages.stopped}</StateDot>
        ) : sellerOrder.hold ? (
          <StateDot tone="danger">{workMessages.holds[sellerOrder.hold]}</StateDot>
        ) : (
          <SellerOrderStateBadge state={sellerOrder.state} delivery={sellerOrder.delivery} />
        )}
      </div>
      {sellerOrder.seller_suspended && (
        <p className="text-sm">
          <StateDot tone="danger">{orderListMessages.problems.seller_suspended}</StateDot>
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        {sellerOrder.seller_order_id} <ShipBy sellerOrder={sellerOrder} />
      </p>
      <p className="text-sm text-muted empty:hidden">
        <DeliveryNote delivery={sellerOrder.delivery} />
      </p>
    </div>
  )
}

function SellerOrderItem({ sellerOrder }: { sellerOrder: SellerOrder }) {
  const [open, setOpen] = useState<Action | null>(null)
  const base = sellerOrderForAdmin(sellerOrder.order_id, sellerOrder.number)
  const [confirm] = fulfilmentApi.useConfirmSellerOrderMutation()
  const close = () => setOpen(null)
  return (
    <>
      <AnswerRequest sellerOrder={sellerOrder} base={base} />
      <LineList
        lines={sellerOrder.lines}
        lineOf={lineOfSellerOrder(sellerOrder)}
        note={(line) => <LineCounts line={line} />}
      />
      {sellerOrder.shipments.length > 0 && (
        <ShipmentList
          label={progressMessages.shipmentsOf({ id: sellerOrder.seller_order_id })}
          shipments={sellerOrder.shipments}
          delivery={sellerOrder.delivery}
          lineOf={lineOfSellerOrder(sellerOrder)}
          actions={(shipment) => <ShipmentActions sellerOrder={sellerOrder} shipment={shipment} base={base} isAdmin />}
        />
      )}
      <SellerReturns sellerOrder={sellerOrder} base={base} />
      <div className="flex flex-wrap gap-2">
        {canCancel(sellerOrder) && (
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">{actionMessages.actionsFor({ id: sellerOrder.seller_order_id })}</legend>
            <ActionButtons
              actions={[
                ['accept', actionMessages.accept, canAccept(sellerOrder)],
                ['send', sendText(sellerOrder), canSend(sellerOrder)],
                ['cancel', actionMessages.cancelUnits, true],
              ]}
              onOpen={setOpen}
              size="small"
              variant="secondary"
            />
          </fieldset>
        )}
        <MessageButton
          text={conversationMessages.messages}
          label={conversationMessages.readMessagesOf({ sellerOrderId: sellerOrder.seller_order_id })}
          base={base}
          reader="admin"
          sellerOrderId={sellerOrder.seller_order_id}
          description={conversationMessages.withBoth({ seller: sellerOrder.seller_name })}
        />
      </div>
      {open === 'accept' && (
        <ActionDialog
          title={actionMessages.acceptTitle({ id: sellerOrder.seller_order_id })}
          text={actionMessages.acceptText}
          confirm={actionMessages.accept}
          success={workMessages.accepted({ count: 1 })}
          onSubmit={() => confirm({ base, revision: sellerOrder.revision })}
          onClose={close}
        />
      )}
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
