import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { sellerPath } from '../../../shared/catalog/handles.ts'
import { SHOWN_CONVERSATION } from '../../../shared/conversations/constants.ts'
import { conversationMessages } from '../../../shared/conversations/messages.ts'
import { orderDeliveryMessages } from '../../../shared/delivery/order-messages.ts'
import { isSent } from '../../../shared/fulfilment/delivery-texts.ts'
import { fulfilmentErrors } from '../../../shared/fulfilment/errors.ts'
import { canArrive, unitsLeft } from '../../../shared/fulfilment/rules.ts'
import type { BuyerSellerOrder, LineUnits, Shipment } from '../../../shared/fulfilment/schema.ts'
import { actionMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { trackingMessages } from '../../../shared/fulfilment/tracking-messages.ts'
import { receiptMessages } from '../../../shared/orders/receipt-messages.ts'
import { addressLines, readShippingAddress } from '../../../shared/orders/rules.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { reviewMessages } from '../../../shared/reviews/messages.ts'
import { failureText } from '../../api/failure-text.ts'
import { Awning } from '../../ui/awning.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { keepFocus } from '../../ui/keep-focus.ts'
import { Link } from '../../ui/link.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { Sentence } from '../../ui/text.tsx'
import { useUnreadMessages } from '../conversations/conversations-api.ts'
import { MessageButton } from '../conversations/message-button.tsx'
import { DeliveryNote } from '../fulfilment/delivery-note.tsx'
import { SellerOrderStateBadge, ShipBy } from '../fulfilment/seller-order-state.tsx'
import { LineList, type LineOf, ShipmentList } from '../fulfilment/shipment-list.tsx'
import { OwnReviewArea } from '../reviews/own-review.tsx'
import { useGetOwnReviewsQuery } from '../reviews/reviews-api.ts'
import { ChangeAddress } from './address-form.tsx'
import { buyerActionsApi } from './buyer-actions-api.ts'
import { BuyerReturns, RequestReturn, ReturnDeadline } from './buyer-returns.tsx'
import { CancelSellerOrder } from './cancel-seller-order.tsx'
import { OrderStateBadge } from './order-state-badge.tsx'
import { orderPath, receiptPath } from './orders-api.ts'
import { isEnded } from './payment-fact.tsx'
import { AddressLines } from './shipping-address.tsx'

interface SellerOrderCardProps {
  order: Order
  sellerOrder: BuyerSellerOrder
  /** True for the buyer, false for admins. */
  isOwn: boolean
}

/** A seller order: its state, packages, unsent units, and the buyer's actions. */
export function SellerOrderCard({ order, sellerOrder, isOwn }: SellerOrderCardProps) {
  const headingId = `seller-order-${sellerOrder.number}`
  const { name } = sellerOrder.seller
  // Line numbers start at 1 and follow the order.
  const lineOf: LineOf = (line) => order.lines[line - 1]
  // Unsent units of an order that an admin has ended are not sent.
  const isStopped = isEnded(order) && (sellerOrder.state === 'pending' || sellerOrder.state === 'confirmed')
  const shipments = sellerOrder.shipments.filter(({ state }) => state !== 'voided')
  return (
    <section
      ref={keepFocus}
      aria-labelledby={headingId}
      className="relative grid gap-3 rounded-picture border border-line bg-surface p-4 pt-5 sm:px-6 sm:pt-6 sm:pb-5 print:border-0 print:px-0 print:pt-3 print:pb-0"
    >
      <Awning form="edge" of={sellerOrder.seller.awning} className="absolute -inset-x-px -top-px" />
      <SellerOrderHead id={headingId} order={order} sellerOrder={sellerOrder} isStopped={isStopped} />
      {sellerOrder.seller.is_suspended && sellerOrder.lines.some((line) => unitsLeft(line) > 0) && (
        <p className="rounded-picture bg-danger-tint px-4 py-3 font-medium">
          {trackingMessages.suspended({ seller: name })}
        </p>
      )}
      {sellerOrder.cancel_requested_at && (
        <p className="rounded-picture bg-info-tint px-4 py-3 font-medium text-info">
          {trackingMessages.cancelRequested}
        </p>
      )}
      {shipments.length > 0 && (
        <ShipmentList
          label={trackingMessages.shipmentsFrom({ seller: name })}
          shipments={shipments}
          delivery={sellerOrder.delivery}
          lineOf={lineOf}
          forBuyer
          {...(isOwn && {
            actions: (shipment: Shipment) => (
              <ReportShipment order={order} sellerOrder={sellerOrder} shipment={shipment} />
            ),
          })}
        />
      )}
      <UnitList
        // Without a title where the state says the same: nothing was sent or cancelled.
        title={
          isStopped
            ? trackingMessages.stoppedUnits
            : sellerOrder.lines.some((line) => unitsLeft(line) < line.quantity) && trackingMessages.notSent
        }
        units={unitsOf(sellerOrder, unitsLeft)}
        lineOf={lineOf}
      />
      <UnitList
        title={sellerOrder.state !== 'cancelled' && trackingMessages.cancelledUnits}
        units={unitsOf(sellerOrder, ({ cancelled }) => cancelled)}
        lineOf={lineOf}
      />
      <BuyerReturns orderId={order.order_id} sellerOrder={sellerOrder} lineOf={lineOf} isOwn={isOwn} />
      <OwnDelivery sellerOrder={sellerOrder} />
      <OwnAddress order={order} sellerOrder={sellerOrder} />
      {isOwn && <OwnActions order={order} sellerOrder={sellerOrder} lineOf={lineOf} />}
    </section>
  )
}

interface SellerOrderHeadProps extends Pick<SellerOrderCardProps, 'order' | 'sellerOrder'> {
  id: string
  isStopped: boolean
}

function SellerOrderHead({ id, order, sellerOrder, isStopped }: SellerOrderHeadProps) {
  const { name, handle } = sellerOrder.seller
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <h2 id={id} className="display text-lg wrap-anywhere">
        <Sentence
          message={trackingMessages.from}
          values={{
            seller: handle ? (
              <Link to={sellerPath(handle)} className="underline underline-offset-2">
                {name}
              </Link>
            ) : (
              name
            ),
          }}
        />
      </h2>
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="text-sm text-muted empty:hidden">
          {!isStopped && <ShipBy sellerOrder={sellerOrder} late="text-warning" />}
          <ReturnDeadline sellerOrder={sellerOrder} />
        </span>
        {isStopped ? (
          <OrderStateBadge state={order.order_state} />
        ) : (
          <SellerOrderStateBadge state={sellerOrder.state} delivery={sellerOrder.delivery} />
        )}
      </p>
    </div>
  )
}

function OwnActions({ order, sellerOrder, lineOf }: Omit<SellerOrderCardProps, 'isOwn'> & { lineOf: LineOf }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
      <RequestReturn orderId={order.order_id} sellerOrder={sellerOrder} lineOf={lineOf} />
      <MessageSeller orderId={order.order_id} sellerOrder={sellerOrder} />
      <CancelSellerOrder order={order} sellerOrder={sellerOrder} />
      <ChangeAddress orderId={order.order_id} sellerOrder={sellerOrder} />
      {sellerOrder.state !== 'cancelled' && (
        <ButtonLink
          to={receiptPath(order.order_id, sellerOrder.number)}
          variant="ghost"
          size="small"
          aria-label={receiptMessages.receiptFrom({ seller: sellerOrder.seller.name })}
        >
          {receiptMessages.receipt}
        </ButtonLink>
      )}
      <RateProducts order={order} sellerOrder={sellerOrder} />
    </div>
  )
}

function unitsOf({ lines }: BuyerSellerOrder, count: (line: BuyerSellerOrder['lines'][number]) => number): LineUnits[] {
  return lines
    .map((line) => ({ line_number: line.line_number, quantity: count(line) }))
    .filter(({ quantity }) => quantity > 0)
}

function UnitList({ title, units, lineOf }: { title: string | false; units: LineUnits[]; lineOf: LineOf }) {
  if (!units.length) return null
  return (
    <div className="grid gap-2">
      {title && <h3 className="text-sm font-medium text-muted">{title}</h3>}
      <LineList lines={units} lineOf={lineOf} />
    </div>
  )
}

function OwnDelivery({ sellerOrder: { state, delivery } }: Pick<SellerOrderCardProps, 'sellerOrder'>) {
  if (!delivery) return null
  const isPromised = state === 'pending' || state === 'confirmed' || (state === 'shipped' && delivery.kind === 'parcel')
  return (
    <div>
      <h3 className="text-sm font-medium text-muted">{orderDeliveryMessages.delivery}</h3>
      <p>
        <DeliveryNote delivery={isPromised ? delivery : { ...delivery, arrives_from: undefined }} />
      </p>
    </div>
  )
}

function OwnAddress({ order, sellerOrder }: Pick<SellerOrderCardProps, 'order' | 'sellerOrder'>) {
  const [own, general] = [sellerOrder, order].map(({ shipping_address }) => {
    const address = readShippingAddress(shipping_address)
    return address ? addressLines(address) : []
  })
  if (!isSent(sellerOrder.delivery) || !own?.length || own.join('\n') === general?.join('\n')) return null
  return (
    <div>
      <h3 className="text-sm font-medium text-muted">{trackingMessages.shipsTo}</h3>
      <AddressLines lines={own} />
    </div>
  )
}

interface ReportShipmentProps {
  order: Order
  sellerOrder: BuyerSellerOrder
  shipment: Shipment
}

function ReportShipment({ order, sellerOrder, shipment }: ReportShipmentProps) {
  const [report, { isLoading }] = buyerActionsApi.useReportShipmentMutation()
  const [failure, setFailure] = useState<string>()
  if (!canArrive(shipment, sellerOrder)) return null
  const { shipment_number } = shipment
  const isPickup = sellerOrder.delivery?.kind === 'pickup'

  async function say(word: 'received' | 'missing') {
    setFailure(undefined)
    const { order_id: orderId } = order
    const { error } = await report({ orderId, revision: sellerOrder.revision, shipment: shipment_number, say: word })
    if (error) setFailure(failureText(error, fulfilmentErrors, actionMessages.failed))
    else showSuccess(word === 'received' ? trackingMessages.receivedToast : trackingMessages.missingToast)
  }

  return (
    <>
      <div className="mt-1 flex flex-wrap gap-2 print:hidden">
        <Button size="small" variant="secondary" busy={isLoading} onClick={() => say('received')}>
          {isPickup ? orderDeliveryMessages.iCollectedIt : trackingMessages.received}
        </Button>
        {shipment.state === 'sent' && !shipment.missing_at && !isPickup && (
          <Button size="small" variant="ghost" busy={isLoading} onClick={() => say('missing')}>
            {trackingMessages.missing}
          </Button>
        )}
      </div>
      <FailureNote text={failure} />
    </>
  )
}

function MessageSeller({ orderId, sellerOrder }: { orderId: string; sellerOrder: BuyerSellerOrder }) {
  const { seller_order_id, number, seller } = sellerOrder
  const [query] = useSearchParams()
  const unread = useUnreadMessages('buyer', [orderId]).get(seller_order_id)
  return (
    <MessageButton
      text={conversationMessages.messageSeller}
      label={conversationMessages.messageSellerOf({ seller: seller.name })}
      unread={unread}
      base={`${orderPath(orderId)}/seller-orders/${number}`}
      reader="buyer"
      sellerOrderId={seller_order_id}
      description={conversationMessages.withSeller({ seller: seller.name })}
      isOpen={query.get(SHOWN_CONVERSATION) === String(number)}
    />
  )
}

/** Links to the reviews of the delivered products of a seller order. */
function RateProducts({ order, sellerOrder }: { order: Order; sellerOrder: BuyerSellerOrder }) {
  const isDelivered =
    [sellerOrder.state, order.order_state].some((state) => state === 'delivered' || state === 'returned') ||
    sellerOrder.shipments.some(({ state }) => state === 'delivered')
  const own = sellerOrder.lines.flatMap(({ line_number }) => order.lines[line_number - 1] ?? [])
  const { data } = useGetOwnReviewsQuery(
    own.map(({ product_id }) => product_id),
    { skip: !isDelivered, refetchOnMountOrArgChange: true },
  )
  const shown = own.flatMap((line) => {
    const found = data?.products.find(({ product_id }) => product_id === line.product_id)
    if (!found?.review && !found?.can_review) return []
    const { changeNamed, rateNamed } = reviewMessages
    return { ...found, text: (found.review ? changeNamed : rateNamed)({ product: line.product_name }) }
  })
  if (!isDelivered || !shown.length) return null
  return (
    <ul aria-label={reviewMessages.title} className="grid min-w-0 justify-items-start gap-1 has-[details]:w-full">
      {shown.map(({ product_id, text, in_shop }) => (
        <li key={product_id} className="max-w-full">
          {in_shop ? (
            <Link
              to={`/product/${product_id}#reviews`}
              className="inline-block min-h-6 underline underline-offset-2 wrap-anywhere"
            >
              {text}
            </Link>
          ) : (
            <details>
              <summary className="min-h-6 cursor-pointer wrap-anywhere">{text}</summary>
              <p className="my-2 text-sm text-muted">{reviewMessages.gone}</p>
              <OwnReviewArea productId={product_id} />
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}
