import { conversationMessages } from '../../../../shared/conversations/messages.ts'
import { isSent } from '../../../../shared/fulfilment/delivery-texts.ts'
import { chargesLeft, goodsLeft, isOpenReturn } from '../../../../shared/fulfilment/rules.ts'
import type { FullSellerOrder } from '../../../../shared/fulfilment/schema.ts'
import { actionMessages, progressMessages, workMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { toCents, toDollars } from '../../../../shared/kernel/money.ts'
import { checkoutMessages } from '../../../../shared/orders/checkout-messages.ts'
import { sellerOrderMessages } from '../../../../shared/orders/seller-order-messages.ts'
import { paymentWords } from '../../../../shared/payments/messages.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Price } from '../../../ui/text.tsx'
import { StateDot } from '../../../ui/values.tsx'
import { ChargeRows } from '../../cart/charge-rows.tsx'
import { MessageButton } from '../../conversations/message-button.tsx'
import { ActionButtons } from '../../fulfilment/action-buttons.tsx'
import { AnswerRequest } from '../../fulfilment/cancel-dialog.tsx'
import { DeliveryBlock } from '../../fulfilment/delivery-note.tsx'
import { ownSellerOrder } from '../../fulfilment/fulfilment-api.ts'
import { ShipBy } from '../../fulfilment/seller-order-state.tsx'
import { SellerReturns } from '../../fulfilment/seller-returns.tsx'
import { ShipmentActions } from '../../fulfilment/shipment-actions.tsx'
import { lineOfSellerOrder, ShipmentList } from '../../fulfilment/shipment-list.tsx'
import { canAccept, canCancel, canSend, dueAction, hasAddress, sendText } from '../../fulfilment/what-is-possible.ts'
import { ShippingAddress } from '../../orders/shipping-address.tsx'
import { OrderLines } from './order-lines.tsx'

export interface SellerOrderActions {
  accept: (order: FullSellerOrder) => void
  send: (order: FullSellerOrder) => void
  cancel: (order: FullSellerOrder) => void
}

interface SellerOrderDetailsProps {
  order: FullSellerOrder
  /** True while the acceptance can still be undone. */
  isAccepting: boolean
  actions: SellerOrderActions
}

/** The details of a row of the seller's orders: lines, packages, address and actions. */
export function SellerOrderDetails({ order, isAccepting, actions }: SellerOrderDetailsProps) {
  const base = ownSellerOrder(order.order_id)
  // Open returns come before shipments.
  const hasOpenReturn = order.returns.some(isOpenReturn)
  const returns = <SellerReturns sellerOrder={order} base={base} />
  return (
    <div className="min-[22rem]:-ms-10 grid grid-cols-1 gap-x-8 gap-y-5 border-t border-line bg-tint/50 p-3 sm:p-4 sm:ps-17 lg:grid-cols-[1fr_16rem]">
      <div className="grid min-w-0 content-start gap-5">
        <AnswerRequest sellerOrder={order} base={base} />
        {hasOpenReturn && returns}
        <Goods order={order} />
        {order.shipments.length > 0 && (
          <section>
            <h3 className="mb-2 text-sm font-medium text-muted">{progressMessages.shipments}</h3>
            <ShipmentList
              label={progressMessages.shipmentsOf({ id: order.seller_order_id })}
              shipments={order.shipments}
              delivery={order.delivery}
              lineOf={lineOfSellerOrder(order)}
              actions={(shipment) => <ShipmentActions sellerOrder={order} shipment={shipment} base={base} />}
            />
          </section>
        )}
        {!hasOpenReturn && returns}
      </div>
      <div className="grid min-w-0 content-start gap-5">
        <DeliveryBlock delivery={order.delivery} />
        {isSent(order.delivery) && (
          <div>
            <h3 className="mb-1 text-sm font-medium text-muted">{sellerOrderMessages.shipTo}</h3>
            <Address order={order} />
          </div>
        )}
        <div>
          <h3 className="mb-1 text-sm font-medium text-muted">{workMessages.sellerOrder}</h3>
          <p>{order.seller_order_id.replace('-', '\u2011')}</p>
          <p className="text-sm text-muted">
            <ShipBy sellerOrder={order} />
          </p>
          {order.hold && <StateDot tone="danger">{workMessages.holds[order.hold]}</StateDot>}
        </div>
        <div>
          <h3 className="mb-1 text-sm font-medium text-muted">{checkoutMessages.payment}</h3>
          <p>{order.payment?.label ?? paymentWords.notPaidHere}</p>
        </div>
        <div className="flex flex-wrap gap-2 lg:grid lg:justify-items-start">
          <ButtonLink to={`/seller/orders/${order.order_id}`} variant="secondary" size="small">
            {sellerOrderMessages.packingSlip}
          </ButtonLink>
          <MessageButton
            text={conversationMessages.messageBuyer}
            base={base}
            reader="seller"
            sellerOrderId={order.seller_order_id}
            description={conversationMessages.withBuyer}
          />
          <SellerOrderButtons order={order} isAccepting={isAccepting} actions={actions} />
        </div>
      </div>
    </div>
  )
}

function Goods({ order }: { order: FullSellerOrder }) {
  const left = toCents(goodsLeft(order)) + toCents(chargesLeft(order))
  const reversed = [
    [workMessages.cancelledGoods, order.cancelled_goods],
    [workMessages.returnedGoods, order.returned_goods],
  ] as const
  return (
    <div>
      <OrderLines lines={order.lines} caption={sellerOrderMessages.yourProductsIn({ orderId: order.order_id })} />
      {reversed.map(
        ([text, amount]) =>
          amount > 0 && (
            <p key={text} className="flex flex-wrap items-baseline justify-between gap-x-6 pt-3 text-muted">
              {text} <Price amount={-amount} />
            </p>
          ),
      )}
      <ChargeRows charges={order.charges} />
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 pt-3 font-semibold">
        {sellerOrderMessages.total} <Price amount={toDollars(left)} />
      </p>
    </div>
  )
}

function Address({ order }: { order: FullSellerOrder }) {
  if (!hasAddress(order)) {
    return (
      <>
        <p className="font-medium">{workMessages.noAddress}</p>
        {canCancel(order) && <p className="text-sm text-muted">{workMessages.noAddressText}</p>}
      </>
    )
  }
  return (
    <>
      <ShippingAddress stored={order.shipping_address} />
      {order.previous_address && (
        <details className="mt-2 text-sm text-muted">
          <summary className="min-h-6">{workMessages.previousAddress}</summary>
          <ShippingAddress stored={order.previous_address} />
        </details>
      )}
    </>
  )
}

function SellerOrderButtons({ order, isAccepting, actions }: SellerOrderDetailsProps) {
  if (!canCancel(order)) return null
  // The row has the one that is due.
  const due = dueAction(order, isAccepting)
  return (
    <fieldset className="flex flex-wrap gap-2 lg:grid lg:justify-items-start">
      <legend className="sr-only">{actionMessages.actionsFor({ id: order.seller_order_id })}</legend>
      <ActionButtons
        actions={[
          ['accept', actionMessages.accept, canAccept(order) && !isAccepting && due !== 'accept'],
          ['send', sendText(order), canSend(order) && due !== 'send'],
        ]}
        onOpen={(action) => actions[action](order)}
        size="small"
        variant="secondary"
      />
      <Button size="small" variant="danger" onClick={() => actions.cancel(order)}>
        {actionMessages.cancelUnits}
      </Button>
    </fieldset>
  )
}
