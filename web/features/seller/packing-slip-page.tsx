import { useParams } from 'react-router'
import { orderMessages } from '../../../shared/orders/messages.ts'
import type { SellerOrder } from '../../../shared/orders/schema.ts'
import { sellerOrderMessages } from '../../../shared/orders/seller-order-messages.ts'
import { useSession } from '../../session/use-session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PackageSearch } from '../../ui/icons.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { LocalDate } from '../../ui/local-date.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { PrintButton } from '../../ui/print-button.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { ShippingAddress } from '../orders/shipping-address.tsx'
import { OrderLines } from './order-lines.tsx'
import { useGetSellerOrderQuery } from './seller-api.ts'

const TITLE = sellerOrderMessages.packingSlip

/** The packing slip: the seller's lines of one order, and the address. Printed without the menus. */
export function PackingSlipPage() {
  const { orderId = '' } = useParams()
  const { currentData: order, error, isFetching, refetch } = useGetSellerOrderQuery(orderId)
  if (order) return <PackingSlip order={order} />
  const isLoading = !error && order === undefined
  return (
    <Page title={TITLE} heading={isLoading ? 'hidden' : 'shown'} personal>
      {error ? (
        <LoadFailure title={orderMessages.fetchFailed} onRetry={refetch} retrying={isFetching} />
      ) : order === null ? (
        <EmptyState
          role="alert"
          icon={<PackageSearch aria-hidden />}
          title={orderMessages.invalidId}
          action={<ButtonLink to="/seller/orders">{sellerOrderMessages.toYourOrders}</ButtonLink>}
        />
      ) : (
        <>
          <LoadingNote />
          <div className="mx-auto grid max-w-3xl gap-5">
            <Skeleton className="h-9 w-40 rounded-xl" />
            <Skeleton className="h-129 rounded-2xl sm:h-105" />
          </div>
        </>
      )}
    </Page>
  )
}

function PackingSlip({ order }: { order: SellerOrder }) {
  const { displayName } = useSession()
  const units = order.lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <Page title={sellerOrderMessages.packingSlipOf(order.order_id)} heading="own" personal>
      <div className="mx-auto max-w-3xl">
        <div className="mb-5 flex flex-wrap justify-between gap-3 print:hidden">
          <ButtonLink to="/seller/orders" variant="secondary" size="small">
            {sellerOrderMessages.backToOrders}
          </ButtonLink>
          <PrintButton />
        </div>
        <article className="grid grid-cols-1 gap-6 rounded-2xl border border-line bg-surface p-5 sm:p-8 print:border-0 print:p-0">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
            <PageHeading>{sellerOrderMessages.packingSlipOf(order.order_id)}</PageHeading>
            <p className="text-muted">
              <Sentence
                text={sellerOrderMessages.orderedAt}
                parts={{ time: <LocalDate at={order.created_at} precise /> }}
              />
            </p>
          </div>
          <div className="grid grid-cols-1 gap-5 sm:grid-cols-2 print:grid-cols-2">
            <div>
              <h2 className="mb-1 text-sm font-medium text-muted">{sellerOrderMessages.shipTo}</h2>
              <ShippingAddress stored={order.shipping_address} />
            </div>
            <div>
              <h2 className="mb-1 text-sm font-medium text-muted">{sellerOrderMessages.from}</h2>
              <p className="wrap-anywhere">{displayName}</p>
            </div>
          </div>
          <OrderLines lines={order.lines} caption={sellerOrderMessages.productsInParcel} />
          <p className="font-semibold tabular-nums">{sellerOrderMessages.unitsInParcel(units)}</p>
        </article>
      </div>
    </Page>
  )
}
