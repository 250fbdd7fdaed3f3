import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { adminMessages } from '../../../shared/admin/messages.ts'
import type { AdminOrderRow } from '../../../shared/admin/schema.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { Button } from '../../ui/button.tsx'
import { pathWith, readPage, readSearch } from '../../ui/list-address.ts'
import { LocalDate } from '../../ui/local-date.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { Price } from '../../ui/price.tsx'
import { type Column, RowList } from '../../ui/row-list.tsx'
import { useGetAdminOrdersQuery } from './admin-api.ts'
import { ExportButton } from './export-button.tsx'
import { ListFrame } from './list-frame.tsx'
import { LiveSearch } from './live-search.tsx'
import { OrderPanel } from './order-panel.tsx'

const PATH = '/admin/orders'
const hrefOf = (q: string, page = 1) => pathWith(PATH, { q, page: page > 1 ? String(page) : '' })

const COLUMNS: [Column<AdminOrderRow>, ...Column<AdminOrderRow>[]] = [
  { text: 'Order ID', cell: ({ order_id }) => order_id },
  { text: 'Buyer ID', cell: ({ buyer_id }) => <span className="text-sm wrap-anywhere">{buyer_id}</span> },
  { text: 'Total Amount', isAmount: true, cell: ({ total_count }) => <Price amount={total_count} /> },
  { text: 'Order Date', cell: ({ created_at }) => <LocalDate at={created_at} />, isShort: true },
]

/** Everybody's orders, newest first; `?track=` is the one shown below them. */
export function AdminOrdersPage() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const list = { q: readSearch(query), page: readPage(query) }
  const tracked = query.get('track')
  // Counts the times somebody asked for the panel, which then takes the focus.
  const [asked, setAsked] = useState(0)
  const { data, error, isFetching, refetch } = useGetAdminOrdersQuery(list, { refetchOnMountOrArgChange: true })

  const here = hrefOf(list.q, list.page)
  function track(orderId: string) {
    setAsked(asked + 1)
    navigate(`${here}${here === PATH ? '?' : '&'}track=${orderId}`, { preventScrollReset: true })
  }

  return (
    <Page title="Orders" heading="own" personal>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <PageHeading>Orders</PageHeading>
        <ExportButton file="orders.csv" q={list.q} />
      </div>
      <LiveSearch placeholder={adminMessages.searchOrders} text={list.q} hrefOf={(q) => hrefOf(q)} />
      <ListFrame
        noun={['order', 'orders']}
        data={data}
        failure={error ? orderMessages.fetchFailed : null}
        fetching={isFetching}
        onRetry={refetch}
        empty="No orders found"
        hrefOf={(page) => hrefOf(list.q, page)}
      >
        <RowList
          label="Orders"
          rows={data?.orders ?? []}
          keyOf={({ order_id }) => order_id}
          columns={COLUMNS}
          actions={({ order_id }) => (
            <Button variant="secondary" size="small" onClick={() => track(order_id)}>
              Track<span className="sr-only"> order {order_id}</span>
            </Button>
          )}
        />
      </ListFrame>
      {tracked !== null && <OrderPanel key={tracked} orderId={tracked.trim()} asked={asked} closeHref={here} />}
    </Page>
  )
}
