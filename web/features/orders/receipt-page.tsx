import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { LegalData } from '../../../shared/catalog/seller-schema.ts'
import { returnMessages } from '../../../shared/fulfilment/return-messages.ts'
import type { BuyerSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { progressMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { toCents, toDollars } from '../../../shared/kernel/money.ts'
import { ORDER_ID_PATTERN } from '../../../shared/orders/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { receiptMessages } from '../../../shared/orders/receipt-messages.ts'
import { RequireSignedIn } from '../../session/guards.tsx'
import { TestMode } from '../../session/test-mode.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PackageSearch } from '../../ui/icons.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LocalDate } from '../../ui/local-date.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { Price } from '../../ui/price.tsx'
import { PrintButton } from '../../ui/print-button.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { useGetSellerQuery } from '../catalog/catalog-api.ts'
import { explainOrderFailure } from './order-failure.ts'
import { trackingPath } from './order-paths.ts'
import { type OrderWithSellerOrders, useGetOrderQuery } from './orders-api.ts'
import { PaymentFact } from './payment-fact.tsx'
import { ShippingAddress } from './shipping-address.tsx'

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
  const { currentData: order, error, isFetching, refetch } = useGetOrderQuery(orderId)
  const sellerOrder = order?.seller_orders?.find((one) => one.number === number)
  const handle = sellerOrder?.seller.handle ?? ''
  const seller = useGetSellerQuery(handle, { skip: handle === '' })
  if (order && sellerOrder && !seller.isLoading)
    return <Receipt order={order} sellerOrder={sellerOrder} legal={seller.currentData?.legal} />
  if (order?.seller_orders && !sellerOrder) return <NoReceipt text={orderMessages.invalidId} />
  const failure = error && explainOrderFailure(error)
  if (failure?.final) return <NoReceipt text={failure.text} />
  return (
    <Page title={TITLE} heading={failure ? 'shown' : 'hidden'} personal width="medium">
      {failure ? (
        <LoadFailure title={failure.text} onRetry={refetch} retrying={isFetching} />
      ) : (
        <>
          <LoadingNote />
          <Skeleton className="h-129 rounded-2xl" />
        </>
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
  /** Undefined when the seller declares none, or is no longer in the shop. */
  legal: LegalData | undefined
}

function Receipt({ order, sellerOrder, legal }: ReceiptProps) {
  const id = sellerOrder.seller_order_id
  return (
    <Page title={receiptMessages.receiptOf(id)} heading="own" personal width="medium">
      <div className="mb-5 flex flex-wrap justify-between gap-3 print:hidden">
        <ButtonLink to={trackingPath(order.order_id)} variant="secondary" size="small">
          {receiptMessages.backToOrder}
        </ButtonLink>
        <PrintButton />
      </div>
      <article className="grid grid-cols-1 gap-6 rounded-2xl border border-line bg-surface p-5 sm:p-8 print:border-0 print:p-0">
        <div>
          <PageHeading>{receiptMessages.receiptOf(id)}</PageHeading>
          <p className="mt-1 text-muted">
            <Sentence text={orderMessages.placedAt} parts={{ time: <LocalDate at={order.created_at} precise /> }} />
          </p>
        </div>
        <TestMode />
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2 print:grid-cols-2">
          <Fact title={receiptMessages.seller}>
            <SellerLines name={sellerOrder.seller.name} legal={legal} />
          </Fact>
          <Fact title={receiptMessages.buyer}>
            <ShippingAddress stored={sellerOrder.shipping_address ?? order.shipping_address} />
          </Fact>
        </div>
        {sellerOrder.state === 'cancelled' ? (
          <CancelledLines order={order} sellerOrder={sellerOrder} />
        ) : (
          <ReceiptLines order={order} sellerOrder={sellerOrder} />
        )}
        <Fact title={orderMessages.paymentMethod}>
          <PaymentFact order={order} />
        </Fact>
        {sellerOrder.state !== 'cancelled' && <p className="text-sm text-muted">{receiptMessages.scope}</p>}
      </article>
    </Page>
  )
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <h2 className="mb-1 text-sm font-medium text-muted">{title}</h2>
      <div className="wrap-anywhere">{children}</div>
    </div>
  )
}

function SellerLines({ name, legal }: { name: string; legal: LegalData | undefined }) {
  const { legal_name = '', legal_address = '', legal_contact = '', legal_number = '' } = legal ?? {}
  const numbered = legal_number && receiptMessages.numbered(legal_number)
  const lines = [legal_name || name, legal_name && name, legal_address, legal_contact, numbered]
  return [...new Set(lines.filter(Boolean))].map((line) => <p key={line}>{line}</p>)
}

type Lines = Pick<ReceiptProps, 'order' | 'sellerOrder'>

/** What was to be bought of the seller, when all of it was cancelled: no sum, but when, and what went back. */
function CancelledLines({ order, sellerOrder }: Lines) {
  const own = (order.events ?? []).filter((event) => event.seller_order_number === sellerOrder.number)
  const last = own.findLast(({ kind }) => kind === 'cancelled')
  const refunded = own
    .filter(({ kind }) => kind === 'refunded')
    .reduce((sum, { facts }) => sum + toCents(Number(facts.amount ?? 0)), 0)
  return (
    <section aria-labelledby="items">
      <p className="mb-5 rounded-picture bg-tint px-4 py-3 font-medium print:bg-transparent print:px-0">
        {last ? (
          <Sentence text={receiptMessages.cancelled} parts={{ day: <LocalDate at={last.at} /> }} />
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
            {progressMessages.lineOf(quantity, order.lines[line_number - 1]?.product_name ?? '')}
          </li>
        ))}
      </ul>
      <Refunded cents={refunded} />
    </section>
  )
}

/** What went back of the money for these lines, below them. */
function Refunded({ cents }: { cents: number }) {
  if (cents <= 0) return null
  return (
    <p className="flex flex-wrap justify-between gap-x-6 pt-1 text-muted">
      <span>{returnMessages.refunded}</span>
      <Price amount={toDollars(cents)} className="ms-auto" />
    </p>
  )
}

/** What is bought of the seller, without what was cancelled. */
function ReceiptLines({ order, sellerOrder }: Lines) {
  const lines = sellerOrder.lines.flatMap(({ line_number, quantity, cancelled }) => {
    // Lines are numbered from 1 in the order of the order.
    const line = order.lines[line_number - 1]
    const units = quantity - cancelled
    return line && units > 0 ? [{ ...line, line_number, units, cents: units * toCents(line.unit_price) }] : []
  })
  const total = lines.reduce((sum, { cents }) => sum + cents, 0)
  // Cancelled units are no lines, so that only what came back was refunded of the total.
  const refunded = (sellerOrder.returns ?? []).reduce((sum, one) => sum + toCents(one.refunded ?? 0), 0)
  // No table: the highest amounts in large letters need a line of their own.
  return (
    <section aria-labelledby="items">
      <h2 id="items" className="mb-1 text-sm font-medium text-muted">
        {orderMessages.itemsOrdered}
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {lines.map(({ line_number, product_name, unit_price, units, cents }) => (
          <li key={line_number} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2.5">
            <span className="min-w-0 flex-1 basis-40">
              <span className="wrap-anywhere">{product_name}</span>
              <span className="block text-sm text-muted tabular-nums">
                {units} × <Price amount={unit_price} />
              </span>
            </span>
            <Price amount={toDollars(cents)} className="ms-auto" />
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap justify-between gap-x-6 pt-2.5 font-semibold">
        <span>{orderMessages.total}</span>
        <Price amount={toDollars(total)} className="ms-auto" />
      </p>
      <Refunded cents={refunded} />
    </section>
  )
}
