import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { orderListMessages, orderListTexts } from '../../../shared/orders/order-list-messages.ts'
import type { AdminOrderRow } from '../../../shared/orders/schema.ts'
import { Button } from '../../ui/button.tsx'
import { listQuery, useListAddress } from '../../ui/list/list-address.ts'
import { ListFrame } from '../../ui/list/list-frame.tsx'
import { type Column, RowList } from '../../ui/list/row-list.tsx'
import { LocalDate } from '../../ui/local-date.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { Price } from '../../ui/price.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { useGetAdminOrdersQuery } from './admin-api.ts'
import { ExportButton } from './export-button.tsx'
import { ORDER_FILTERS, OrderFilters } from './order-filters.tsx'
import { OrderPanel } from './order-panel.tsx'

const PATH = '/admin/orders'

const COLUMNS: readonly Column<AdminOrderRow>[] = [
  { text: orderListMessages.orderId, cell: ({ order_id }) => <span className="font-mono text-xs">{order_id}</span> },
  {
    text: orderListMessages.buyerId,
    cell: ({ buyer_id }) => <ShortId id={buyer_id} />,
  },
  { text: orderListMessages.totalAmount, isAmount: true, cell: ({ total_count }) => <Price amount={total_count} /> },
  { text: orderListMessages.orderDate, cell: ({ created_at }) => <LocalDate at={created_at} />, isShort: true },
]

/** The orders of all buyers, newest first; `?track=` is the id of the one shown beside or below the list. */
export function AdminOrdersPage() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const address = useListAddress(PATH, [], ORDER_FILTERS)
  const tracked = query.get('track')
  // How often Track was pressed; each time the panel takes the focus.
  const [focusRequests, setFocusRequests] = useState(0)
  const result = useGetAdminOrdersQuery(listQuery(address), { refetchOnMountOrArgChange: true })

  const { here } = address
  function track(orderId: string) {
    setFocusRequests(focusRequests + 1)
    navigate(`${here}${here === PATH ? '?' : '&'}track=${orderId}`, { preventScrollReset: true })
  }

  return (
    <Page title={orderListMessages.orders} heading="own" personal>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <PageHeading>{orderListMessages.orders}</PageHeading>
        <ExportButton file="orders.csv" address={address} />
      </div>
      <OrderFilters address={address} />
      {/* On wide screens the tracked order stands beside the list and stays in sight. */}
      <div
        className={tracked === null ? undefined : 'xl:grid xl:grid-cols-[minmax(0,1fr)_22rem] xl:items-start xl:gap-4'}
      >
        <div className="min-w-0">
          <ListFrame address={address} result={result} texts={orderListTexts} failure={() => orderMessages.fetchFailed}>
            {({ orders }) => (
              <RowList
                label={orderListMessages.orders}
                rows={orders}
                keyOf={({ order_id }) => order_id}
                columns={COLUMNS}
                onOpen={({ order_id }) => track(order_id)}
                actions={({ order_id }) => (
                  <Button
                    variant="quiet"
                    size="row"
                    aria-label={orderListMessages.trackOrder(order_id)}
                    onClick={() => track(order_id)}
                  >
                    {orderListMessages.track}
                  </Button>
                )}
              />
            )}
          </ListFrame>
        </div>
        {tracked !== null && (
          <OrderPanel key={tracked} orderId={tracked.trim()} focusRequests={focusRequests} closeHref={here} />
        )}
      </div>
    </Page>
  )
}
