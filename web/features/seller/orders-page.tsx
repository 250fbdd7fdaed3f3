import { ClipboardList, PackageSearch } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { orderMessages } from '../../../shared/orders/messages.ts'
import type { SellerOrderPage } from '../../../shared/seller/schema.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { Page } from '../../ui/page.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { orderListPath, readOrderList } from './list-address.ts'
import { ListSearch } from './list-search.tsx'
import { useGetSellerOrdersQuery } from './seller-api.ts'
import { SellerOrderCard } from './seller-order-card.tsx'

type Address = ReturnType<typeof readOrderList>

/** The orders that hold products of the seller, newest first. */
export function SellerOrdersPage() {
  const [query] = useSearchParams()
  const address = readOrderList(query)
  const { data, error, isFetching, refetch } = useGetSellerOrdersQuery(
    { page: address.page, q: address.q || undefined },
    { refetchOnMountOrArgChange: true },
  )
  return (
    <Page title="Orders" personal>
      <ListSearch label="Search by Order ID" text={address.q} hrefOf={(q) => orderListPath({ q, page: 1 })} />
      {error ? (
        <div className="mt-5">
          <LoadFailure title={orderMessages.fetchFailed} onRetry={refetch} retrying={isFetching} />
        </div>
      ) : data ? (
        <OrderList data={data} address={address} />
      ) : (
        <>
          <LoadingNote />
          <Skeleton className="mt-5 mb-4 h-6 w-28" />
          <div className="grid gap-4">
            <Skeleton className="h-56 rounded-2xl" />
            <Skeleton className="h-56 rounded-2xl" />
          </div>
        </>
      )}
    </Page>
  )
}

function OrderList({ data, address }: { data: SellerOrderPage; address: Address }) {
  return (
    <>
      <p role="status" className="mt-5 mb-4 min-h-6 text-muted tabular-nums">
        {data.total} {data.total === 1 ? 'order' : 'orders'}
      </p>
      {data.orders.length ? (
        <ul aria-label="Orders" className="grid grid-cols-1 gap-4">
          {data.orders.map((order) => (
            <li key={order.order_id}>
              <SellerOrderCard order={order} />
            </li>
          ))}
        </ul>
      ) : (
        <NoOrders address={address} total={data.total} />
      )}
      {data.total > data.page_size && (
        <Pagination
          label="Pages of orders"
          page={data.page}
          pageCount={Math.ceil(data.total / data.page_size)}
          hrefOf={(page) => orderListPath({ ...address, page })}
        />
      )}
    </>
  )
}

function NoOrders({ address, total }: { address: Address; total: number }) {
  if (address.q || total > 0) {
    return (
      <EmptyState
        icon={<PackageSearch aria-hidden />}
        title="No orders found"
        text={total > 0 ? 'This page is empty.' : 'No order with your products has this number.'}
        action={
          <ButtonLink to={orderListPath({ q: '', page: 1 })} variant="secondary">
            Show all orders
          </ButtonLink>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={<ClipboardList aria-hidden />}
      title="No orders yet"
      text="Once somebody buys one of your products, it appears here with the address to send it to."
      action={
        <ButtonLink to="/seller/products" variant="secondary">
          Go to your products
        </ButtonLink>
      }
    />
  )
}
