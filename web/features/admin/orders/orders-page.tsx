import { ADMIN_ORDER_SORTS, type AdminOrderSort } from '../../../../shared/orders/constants.ts'
import { orderMessages } from '../../../../shared/orders/messages.ts'
import { orderListMessages, orderListTexts } from '../../../../shared/orders/order-list-messages.ts'
import type { AdminOrderRow } from '../../../../shared/orders/schema.ts'
import { ExportButton } from '../../../session/export-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useDetails, WithDetails } from '../../../ui/list/detail-panel.tsx'
import { listQuery, useListAddress } from '../../../ui/list/list-address.ts'
import { ListFrame } from '../../../ui/list/list-frame.tsx'
import { type Column, RowList } from '../../../ui/list/row-list.tsx'
import { LocalDate } from '../../../ui/local-date.tsx'
import { Page, PageHeading } from '../../../ui/page.tsx'
import { AreaDrawing } from '../../../ui/pictures/area-drawing.tsx'
import { Price } from '../../../ui/price.tsx'
import { ShortId } from '../../../ui/short-id.tsx'
import { useGetAdminOrdersQuery } from '../admin-api.ts'
import { OpenShop } from '../open-shop.tsx'
import { ORDER_FILTERS, OrderFilters } from './order-filters.tsx'
import { OrderPanel } from './order-panel.tsx'

const PATH = '/admin/orders'

const COLUMNS: readonly Column<AdminOrderRow, AdminOrderSort>[] = [
  {
    text: orderListMessages.orderId,
    cell: ({ order_id }) => <span className="font-mono text-xs">{order_id}</span>,
    sortedBy: { sort: 'id', first: 'desc' },
  },
  {
    text: orderListMessages.buyerId,
    cell: ({ buyer_id }) => <ShortId id={buyer_id} />,
    inCard: 'unnamed',
    sortedBy: { sort: 'buyer', first: 'asc' },
  },
  {
    text: orderListMessages.totalAmount,
    isAmount: true,
    cell: ({ total_count }) => <Price amount={total_count} />,
    inCard: 'aside',
    sortedBy: { sort: 'total', first: 'desc' },
  },
  {
    text: orderListMessages.orderDate,
    cell: ({ created_at }) => <LocalDate at={created_at} />,
    inCard: 'unnamed',
    isShort: true,
    sortedBy: { sort: 'date', first: 'desc' },
  },
]

/** The orders of all buyers; `?track=` is the id of the one shown beside or below the list. */
export function AdminOrdersPage() {
  const address = useListAddress(PATH, ADMIN_ORDER_SORTS, ORDER_FILTERS, 'desc')
  const details = useDetails(address, 'track')
  const tracked = details.shown?.trim()
  const result = useGetAdminOrdersQuery(listQuery(address), { refetchOnMountOrArgChange: true })
  const trackButton = ({ order_id }: AdminOrderRow) => (
    <Button
      variant="quiet"
      size="row"
      aria-label={orderListMessages.trackOrder(order_id)}
      onClick={() => details.open(order_id)}
    >
      {orderListMessages.track}
    </Button>
  )
  return (
    <Page title={orderListMessages.orders} heading="own" personal>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-2 gap-y-4">
        <PageHeading>{orderListMessages.orders}</PageHeading>
        <ExportButton of="admin" file="orders.csv" address={address} />
      </div>
      <OrderFilters address={address} />
      <WithDetails
        isBelow
        panel={tracked !== undefined && <OrderPanel key={details.shown} orderId={tracked} details={details} />}
      >
        <ListFrame
          address={address}
          result={result}
          texts={orderListTexts}
          failure={() => orderMessages.fetchFailed}
          nothingYet={
            <EmptyState
              drawing={<AreaDrawing of="list" />}
              title={orderListTexts.nothingFound}
              text={orderListMessages.nothingYetText}
              action={<OpenShop />}
            />
          }
        >
          {({ orders }) => (
            <RowList
              label={orderListMessages.orders}
              rows={orders}
              keyOf={({ order_id }) => order_id}
              columns={COLUMNS}
              address={address}
              onOpen={({ order_id }) => details.open(order_id)}
              isOpen={({ order_id }) => order_id === tracked}
              actions={trackButton}
              cardMenu={trackButton}
            />
          )}
        </ListFrame>
      </WithDetails>
    </Page>
  )
}
