import { useParams } from 'react-router'
import { isSent } from '../../../../shared/fulfilment/delivery-texts.ts'
import { unitsLeft } from '../../../../shared/fulfilment/rules.ts'
import type { FullSellerOrder } from '../../../../shared/fulfilment/schema.ts'
import { workMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { orderMessages } from '../../../../shared/orders/messages.ts'
import { orderListMessages } from '../../../../shared/orders/order-list-messages.ts'
import { sellerOrderMessages } from '../../../../shared/orders/seller-order-messages.ts'
import { useSession } from '../../../session/use-session.ts'
import { Awning } from '../../../ui/awning.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PackageSearch } from '../../../ui/icons.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { Page } from '../../../ui/page.tsx'
import { PrintButton } from '../../../ui/print-button.tsx'
import { Sentence } from '../../../ui/text.tsx'
import { LocalDate } from '../../../ui/values.tsx'
import { DeliveryBlock } from '../../fulfilment/delivery-note.tsx'
import { hasAddress } from '../../fulfilment/what-is-possible.ts'
import { ShippingAddress } from '../../orders/shipping-address.tsx'
import { sellerApi } from '../seller-api.ts'
import { code39 } from './code39.ts'
import { OrderLines } from './order-lines.tsx'

const MAX_SLIPS = 100

/** The packing slips of the orders in the address, to print. */
export function PackingSlipPage() {
  const { orderId = '' } = useParams()
  const ids = [...new Set(orderId.split(','))].slice(0, MAX_SLIPS)
  const title = ids.length > 1 ? sellerOrderMessages.packingSlips : sellerOrderMessages.packingSlipOf({ orderId })
  return (
    <Page title={title} heading="hidden" personal>
      <div className="mx-auto max-w-3xl">
        <div className="mb-5 flex flex-wrap justify-between gap-3 print:hidden">
          <ButtonLink to="/seller/orders" variant="secondary" size="small">
            {sellerOrderMessages.backToOrders}
          </ButtonLink>
          <PrintButton />
        </div>
        <div className="grid gap-6 print:block">
          {ids.map((id) => (
            <Slip key={id} orderId={id} />
          ))}
        </div>
      </div>
    </Page>
  )
}

function Slip({ orderId }: { orderId: string }) {
  const result = sellerApi.useGetSellerOrderQuery(orderId)
  return (
    <Loaded result={result} failure={orderMessages.fetchFailed} skeleton="h-129 sm:h-105">
      {(order) =>
        order ? (
          <PackingSlip order={order} />
        ) : (
          <EmptyState
            role="alert"
            icon={<PackageSearch aria-hidden />}
            title={orderMessages.invalidId}
            action={<ButtonLink to="/seller/orders">{sellerOrderMessages.toYourOrders}</ButtonLink>}
          />
        )
      }
    </Loaded>
  )
}

function PackingSlip({ order }: { order: FullSellerOrder }) {
  const { displayName } = useSession()
  const { data: page } = sellerApi.useGetOwnPageQuery()
  const lines = linesOfParcel(order)
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <article className="relative grid grid-cols-1 gap-6 rounded-picture border border-line bg-surface p-5 sm:p-8 print:border-0 print:px-0 print:pt-4 print:pb-0 print:not-last:break-after-page">
      {page && <Awning form="edge" of={page.awning} className="absolute -inset-x-px -top-px" />}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="display title wrap-anywhere">
            {sellerOrderMessages.packingSlipOf({ orderId: order.order_id })}
          </h2>
          <p className="mt-1 text-muted">
            <Sentence
              message={sellerOrderMessages.orderedAt}
              values={{ time: <LocalDate at={order.created_at} precise /> }}
            />
          </p>
        </div>
        <Barcode text={order.seller_order_id} />
      </div>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2 print:grid-cols-2">
        {isSent(order.delivery) ? (
          <div>
            <h3 className="mb-1 text-sm font-medium text-muted">{sellerOrderMessages.shipTo}</h3>
            {hasAddress(order) ? <ShippingAddress stored={order.shipping_address} /> : workMessages.noAddress}
          </div>
        ) : (
          <div>
            <h3 className="mb-1 text-sm font-medium text-muted">{orderListMessages.buyer}</h3>
            <p className="wrap-anywhere">{order.shipping_address.fullName}</p>
          </div>
        )}
        <div>
          <h3 className="mb-1 text-sm font-medium text-muted">{sellerOrderMessages.from}</h3>
          <p className="wrap-anywhere">{displayName}</p>
        </div>
        <DeliveryBlock delivery={order.delivery} />
      </div>
      <OrderLines lines={lines} caption={sellerOrderMessages.productsInParcel} />
      <p className="font-semibold">{sellerOrderMessages.unitsInParcel({ units })}</p>
    </article>
  )
}

function linesOfParcel({ lines }: FullSellerOrder) {
  const isLeft = lines.some((line) => unitsLeft(line) > 0)
  return lines
    .map((line) => ({
      ...line,
      quantity: isLeft ? unitsLeft(line) : line.sent,
      cancelled: 0,
      sent: 0,
      returned_units: 0,
    }))
    .filter(({ quantity }) => quantity > 0)
}

/** The id of a seller order as a barcode and as text; black on white in both themes, as scanners need. */
function Barcode({ text }: { text: string }) {
  const { bars, width } = code39(text)
  return (
    <figure className="rounded-field bg-white px-4 py-2 text-black forced-color-adjust-none print:p-0">
      <svg aria-hidden viewBox={`0 0 ${width} 40`} preserveAspectRatio="none" className="h-12 w-60 max-w-full">
        {bars.map(({ x, width: barWidth }) => (
          <rect key={x} x={x} width={barWidth} height="40" />
        ))}
      </svg>
      <figcaption className="text-center text-sm tracking-widest">{text}</figcaption>
    </figure>
  )
}
