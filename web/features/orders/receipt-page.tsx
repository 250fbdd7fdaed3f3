import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { orderDeliveryMessages } from '../../../shared/delivery/order-messages.ts'
import { isSent } from '../../../shared/fulfilment/delivery-texts.ts'
import type { BuyerSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { progressMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { toCents, toDollars } from '../../../shared/kernel/money.ts'
import { ORDER_ID_PATTERN } from '../../../shared/orders/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { orderListMessages } from '../../../shared/orders/order-list-messages.ts'
import { receiptMessages } from '../../../shared/orders/receipt-messages.ts'
import { sumCharges } from '../../../shared/pricing/charge-rows.ts'
import { lineTotal } from '../../../shared/pricing/line-total.ts'
import { RequireSignedIn } from '../../session/guards.tsx'
import { TestMode } from '../../session/test-mode.tsx'
import { Awning } from '../../ui/awning.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/failure-note.tsx'
import { PackageSearch } from '../../ui/icons.tsx'
import { LoadingSkeletons } from '../../ui/loading-skeletons.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { PrintButton } from '../../ui/print-button.tsx'
import { Price, Sentence, withUnits } from '../../ui/text.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { ChargeRows } from '../cart/charge-rows.tsx'
import { DeliveryNote } from '../fulfilment/delivery-note.tsx'
import { explainOrderFailure, type OrderWithSellerOrders, ordersApi, trackingPath } from './orders-api.ts'
import { PaymentFact, TransferNote } from './payment-fact.tsx'
import { Fact, ShippingAddress } from './shipping-address.tsx'

const TITLE = receiptMessages.receipt

/** The receipt for what one seller has in an order, to print. */
export function ReceiptPage() {
  const { orderId = '', number = '' } = useParams()
  return (
    <RequireSignedIn title={TITLE} width="medium">
      {ORDER_ID_PATTERN.test(orderId) ? (
        <ReceiptOf orderId={orderId} number={Number(number)} />
      ) : (
        <NoReceipt text={orderMessages.invalidId} />
      )}
    </RequireSignedIn>
  )
}

function ReceiptOf({ orderId, number }: { orderId: string; number: number }) {
  const { currentData: order, error, isFetching, refetch } = ordersApi.useGetOrderQuery(orderId)
  const sellerOrder = order?.seller_orders?.find((one) => one.number === number)
  if (order && sellerOrder) return <Receipt order={order} sellerOrder={sellerOrder} />
  if (order?.seller_orders && !sellerOrder) return <NoReceipt text={orderMessages.invalidId} />
  const failure = error && explainOrderFailure(error)
  if (failure?.final) return <NoReceipt text={failure.text} />
  return (
    <Page title={TITLE} heading={failure ? 'shown' : 'hidden'} personal width="medium">
      {failure ? (
        <LoadFailure title={failure.text} onRetry={refetch} retrying={isFetching} />
      ) : (
        <LoadingSkeletons looks={['h-234 rounded-picture sm:h-164.25']} />
      )}
    </Page>
  )
}

function NoReceipt({ text }: { text: string }) {
  return (
    <Page title={TITLE} personal width="medium">
      <EmptyState role="alert" icon={<PackageSearch aria-hidden />} title={text} />
    </Page>
  )
}

interface ReceiptProps {
  order: OrderWithSellerOrders
  sellerOrder: BuyerSellerOrder
}

function Receipt({ order, sellerOrder }: ReceiptProps) {
  const id = sellerOrder.seller_order_id
  return (
    <Page title={receiptMessages.receiptOf({ sellerOrderId: id })} heading="own" personal width="medium">
      <div className="mb-5 flex flex-wrap justify-between gap-3 print:hidden">
        <ButtonLink to={trackingPath(order.order_id)} variant="secondary" size="small">
          {receiptMessages.backToOrder}
        </ButtonLink>
        <PrintButton />
      </div>
      <article className="receipt relative grid grid-cols-1 gap-6">
        <Awning form="edge" of={sellerOrder.seller.awning} className="absolute inset-x-0 top-0" />
        <div>
          <PageHeading>{receiptMessages.receiptOf({ sellerOrderId: id })}</PageHeading>
          <p className="mt-1 text-muted">
            <Sentence message={orderMessages.placedAt} values={{ time: <LocalDate at={order.created_at} precise /> }} />
          </p>
        </div>
        <TransferNote order={order} />
        <dl className="grid grid-cols-1 gap-5 sm:grid-cols-[1.8fr_1fr_1fr] print:grid-cols-[1.8fr_1fr_1fr]">
          <Fact term={receiptMessages.seller}>
            <SellerLines sellerOrder={sellerOrder} />
          </Fact>
          <Fact term={isSent(sellerOrder.delivery) ? receiptMessages.buyer : orderListMessages.buyer}>
            <ShippingAddress stored={sellerOrder.shipping_address ?? order.shipping_address} />
          </Fact>
          <Fact term={orderMessages.paymentMethod}>
            <PaymentFact order={order} />
          </Fact>
          {sellerOrder.delivery && (
            <Fact term={orderDeliveryMessages.delivery}>
              <DeliveryNote delivery={sellerOrder.delivery} />
            </Fact>
          )}
        </dl>
        {sellerOrder.state === 'cancelled' ? (
          <CancelledLines order={order} sellerOrder={sellerOrder} />
        ) : (
          <ReceiptLines order={order} sellerOrder={sellerOrder} />
        )}
        {sellerOrder.state !== 'cancelled' && (
          <p className="text-sm text-muted">
            {(order.payment ? receiptMessages.scope : receiptMessages.scopeUnpaid)({
              charges: sellerOrder.charges.length,
            })}
          </p>
        )}
        <TestMode className="-mx-3" />
      </article>
    </Page>
  )
}

function SellerLines({ sellerOrder: { sold_by } }: Pick<ReceiptProps, 'sellerOrder'>) {
  const { name, legal_name = '', legal_address = '', legal_contact = '', legal_number = '' } = sold_by
  const numbered = legal_number && receiptMessages.numbered({ number: legal_number })
  const lines = [legal_name || name, legal_name && name, legal_address, legal_contact, numbered]
  return [...new Set(lines.filter(Boolean))].map((line) => (
    <p key={line} className="whitespace-pre-line text-balance">
      {line}
    </p>
  ))
}

function CancelledLines({ order, sellerOrder }: ReceiptProps) {
  const own = (order.events ?? []).filter((event) => event.seller_order_number === sellerOrder.number)
  const last = own.findLast(({ kind }) => kind === 'cancelled')
  return (
    <section aria-labelledby="items">
      <p className="mb-5 rounded-picture bg-tint px-4 py-3 font-medium print:bg-transparent print:px-0">
        {last ? (
          <Sentence message={receiptMessages.cancelled} values={{ day: <LocalDate at={last.at} /> }} />
        ) : (
          receiptMessages.cancelledSometime
        )}
      </p>
      <h2 id="items" className="mb-1 text-sm font-medium text-muted">
        {receiptMessages.cancelledItems}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {sellerOrder.lines.map(({ line_number, quantity }) => (
          <li key={line_number} className="py-2.5 wrap-anywhere">
            {progressMessages.lineOf({ units: quantity, name: order.lines[line_number - 1]?.product_name ?? '' })}
          </li>
        ))}
      </ul>
      <Refunds refunds={refundsOf(order, sellerOrder)} />
    </section>
  )
}

interface Refund {
  at: string
  cents: number
}

function refundsOf({ events = [], seller_orders = [] }: OrderWithSellerOrders, { number }: BuyerSellerOrder): Refund[] {
  // Refunds of a whole order belong to its only seller.
  const isOwn = (of: number | null) => of === number || (of === null && seller_orders.length === 1)
  return events
    .filter(({ kind, seller_order_number }) => kind === 'refunded' && isOwn(seller_order_number))
    .map(({ at, facts }) => ({ at, cents: toCents(Number(facts.amount ?? 0)) }))
    .filter(({ cents }) => cents > 0)
}

function Refunds({ refunds }: { refunds: readonly Refund[] }) {
  return refunds.map(({ at, cents }) => (
    <SumRow key={at} cents={-cents}>
      <Sentence message={receiptMessages.refundedOn} values={{ day: <LocalDate at={at} /> }} />
    </SumRow>
  ))
}

function SumRow({ cents, strong = false, children }: { cents: number; strong?: boolean; children: ReactNode }) {
  return (
    <p className={classNames('leader', strong ? 'pt-2.5 font-semibold' : 'pt-1 text-muted')}>
      <span>{children}</span>
      <span className="ms-auto min-w-0">
        {cents < 0 && '−'}
        <Price amount={toDollars(Math.abs(cents))} />
      </span>
    </p>
  )
}

function ReceiptLines({ order, sellerOrder }: ReceiptProps) {
  const lines = sellerOrder.lines.flatMap(({ line_number, quantity }) => {
    // Line numbers start at 1 and follow the order.
    const line = order.lines[line_number - 1]
    return line ? [{ ...line, line_number, quantity, amount: lineTotal(line.unit_price, quantity) }] : []
  })
  const goods = lines.reduce((sum, { amount }) => sum + toCents(amount), 0)
  const total = goods + toCents(sumCharges(sellerOrder.charges))
  const refunds = refundsOf(order, sellerOrder)
  const refunded = refunds.reduce((sum, { cents }) => sum + cents, 0)
  const returned = (sellerOrder.returns ?? []).reduce((sum, one) => sum + toCents(one.refunded ?? 0), 0)
  const ofReturns = Math.max(0, returned - toCents(sellerOrder.returned_goods))
  const deliveryBack = Math.max(0, toCents(sellerOrder.delivery?.refunded ?? 0) - ofReturns)
  // Not captured, still pending, or refunded outside the marketplace by the seller.
  const rest = Math.max(0, toCents(sellerOrder.cancelled_goods) + deliveryBack + returned - refunded)
  // Not a table, as large amounts in large text need a line of their own.
  return (
    <section aria-labelledby="items">
      <h2 id="items" className="mb-1 text-sm font-medium text-muted">
        {orderMessages.itemsOrdered}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {lines.map(({ line_number, product_name, unit_price, quantity, amount }) => (
          <li key={line_number} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2.5">
            <span className="min-w-0 flex-1 basis-40">
              <span className="wrap-anywhere">{withUnits(product_name)}</span>
              <span className="block text-sm text-muted">
                {quantity} × <Price amount={unit_price} />
              </span>
            </span>
            <Price amount={amount} className="ms-auto" />
          </li>
        ))}
      </ul>
      <ChargeRows charges={sellerOrder.charges} />
      <SumRow cents={total} strong>
        {orderMessages.total}
      </SumRow>
      <Refunds refunds={refunds} />
      {rest > 0 && <SumRow cents={-rest}>{receiptMessages.cancelledOrReturned}</SumRow>}
      {refunded + rest > 0 && (
        <SumRow cents={total - refunded - rest} strong>
          {receiptMessages.remaining}
        </SumRow>
      )}
    </section>
  )
}
