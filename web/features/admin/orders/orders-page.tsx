import { timeZone } from '../../../../shared/kernel/locale.ts'
import { ADMIN_ORDER_SORTS, type AdminOrderSort, ORDER_PROBLEMS } from '../../../../shared/orders/constants.ts'
import { orderMessages } from '../../../../shared/orders/messages.ts'
import { orderListMessages, orderListTexts } from '../../../../shared/orders/order-list-messages.ts'
import type { AdminOrderRow } from '../../../../shared/orders/schema.ts'
import { ExportButton } from '../../../session/export-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { ShortId } from '../../../ui/copy-button.tsx'
import { optionsFor } from '../../../ui/form/fields.tsx'
import { useDetails, WithDetails } from '../../../ui/list/detail-panel.tsx'
import { FilterAmount, FilterDay, FilterFields, FilterSelect } from '../../../ui/list/filter-fields.tsx'
import { filterAddress, type ListAddress, listQuery, useListAddress } from '../../../ui/list/list-address.ts'
import { ListFrame } from '../../../ui/list/list-frame.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { ListSearch } from '../../../ui/list/list-search.tsx'
import { type Column, RowList } from '../../../ui/list/row-list.tsx'
import { Price } from '../../../ui/text.tsx'
import { LocalDate } from '../../../ui/values.tsx'
import { useGetAdminOrdersQuery } from '../admin-api.ts'
import { OpenShop } from '../open-shop.tsx'
import { OrderPanel } from './order-panel.tsx'
import { STATES_OFFERED } from './order-states.tsx'

const ORDER_FILTERS = ['buyer', 'state', 'problem', 'from', 'to', 'min', 'max'] as const

const STATES = optionsFor(orderListMessages.anyStatus, STATES_OFFERED, orderMessages.states)
const PROBLEMS = optionsFor(orderListMessages.anyOrder, ORDER_PROBLEMS, orderListMessages.problems)

const BUYER = 'buyer'

function OrderFilters({ address }: { address: ListAddress }) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <ListSearch placeholder={orderListTexts.search} address={address} />
      <ListSearch placeholder={orderListMessages.findBuyer} address={filterAddress(address, BUYER)} />
      <FilterFields address={address} areMany besides={[BUYER]}>
        <FilterSelect label={orderListMessages.status} name="state" address={address} options={STATES} />
        <FilterSelect label={orderListMessages.problem} name="problem" address={address} options={PROBLEMS} />
        <FilterDay label={orderListMessages.fromDay({ zone: timeZone })} name="from" address={address} />
        <FilterDay label={orderListMessages.toDay({ zone: timeZone })} name="to" address={address} />
        <div className="flex gap-3 *:w-0 *:flex-1 sm:*:w-28 sm:*:flex-none">
          <FilterAmount label={orderListMessages.minTotal} name="min" address={address} />
          <FilterAmount label={orderListMessages.maxTotal} name="max" address={address} />
        </div>
      </FilterFields>
    </div>
  )
}

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
  const result = useGetAdminOrdersQuery(listQuery(address), { refetchOnMountOrArgChange: true })
  const trackButton = ({ order_id }: AdminOrderRow) => (
    <Button
      variant="quiet"
      size="row"
      aria-label={orderListMessages.trackOrder({ orderId: order_id })}
      onClick={() => details.open(order_id)}
    >
      {orderListMessages.track}
    </Button>
  )
  return (
    <ListPage title={orderListMessages.orders} aside={<ExportButton of="admin" file="orders.csv" address={address} />}>
      <OrderFilters address={address} />
      <WithDetails
        isBelow
        panel={details.shown !== null && <OrderPanel key={details.shown} orderId={details.shown} details={details} />}
      >
        <ListFrame
          address={address}
          result={result}
          texts={orderListTexts}
          failure={() => orderMessages.fetchFailed}
          nothingYet={{
            title: orderListTexts.nothingFound,
            text: orderListMessages.nothingYetText,
            action: <OpenShop />,
          }}
        >
          {({ orders }) => (
            <RowList
              label={orderListMessages.orders}
              rows={orders}
              keyOf={({ order_id }) => order_id}
              columns={COLUMNS}
              address={address}
              details={details}
              actions={trackButton}
              cardMenu={trackButton}
            />
          )}
        </ListFrame>
      </WithDetails>
    </ListPage>
  )
}
