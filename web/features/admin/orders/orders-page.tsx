import { timeZone } from '../../../../shared/kernel/locale.ts'
import { currencySign } from '../../../../shared/kernel/money.ts'
import { ADMIN_ORDER_SORTS, type AdminOrderSort, ORDER_PROBLEMS } from '../../../../shared/orders/constants.ts'
import { orderMessages } from '../../../../shared/orders/messages.ts'
import { orderListMessages, orderListTexts } from '../../../../shared/orders/order-list-messages.ts'
import type { ListedAdminOrder } from '../../../../shared/orders/schema.ts'
import { ExportButton } from '../../../session/export-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { ShortId } from '../../../ui/copy-button.tsx'
import { optionsFor } from '../../../ui/form/fields.tsx'
import { NARROW_PX, useNarrowScreen } from '../../../ui/hooks.ts'
import { useDetails } from '../../../ui/list/detail-panel.tsx'
import { FilterAmount, FilterDay, FilterFields, FilterSelect, ListSearch } from '../../../ui/list/filter-fields.tsx'
import { filterAddress, type ListAddress, listQuery, pathWith, useListAddress } from '../../../ui/list/list-address.ts'
import { ListPage } from '../../../ui/list/list-frame.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import type { Column } from '../../../ui/list/row-list.tsx'
import { ViewTabs } from '../../../ui/list/view-tabs.tsx'
import { Price } from '../../../ui/text.tsx'
import { LocalDate, TwoLines } from '../../../ui/values.tsx'
import { OrderStateBadge } from '../../orders/order-state-badge.tsx'
import { adminOrdersApi } from '../admin-api.ts'
import { OpenShop } from '../open-shop.tsx'
import { PaymentState } from '../payments/payment-state.tsx'
import { OrderPanel } from './order-panel.tsx'
import { STATES_OFFERED } from './order-state-form.tsx'

const ORDER_FILTERS = ['buyer', 'state', 'problem', 'from', 'to', 'min', 'max'] as const

const STATES = optionsFor(orderListMessages.anyStatus, STATES_OFFERED, orderMessages.states)
const PROBLEMS = optionsFor(orderListMessages.anyOrder, ORDER_PROBLEMS, orderListMessages.problems)

const BUYER = 'buyer'
/** The views above the list; the other problems are among the filters. */
const VIEWS = ['needs_action', 'unpaid', 'disputed', 'late'] as const

function OrderFilters({ address }: { address: ListAddress }) {
  const isNarrow = useNarrowScreen(NARROW_PX)
  const buyer = <ListSearch placeholder={orderListMessages.findBuyer} address={filterAddress(address, BUYER)} />
  return (
    <div className="flex flex-wrap items-end gap-3">
      <ListSearch placeholder={orderListTexts.search} address={address} />
      {!isNarrow && buyer}
      <FilterFields address={address} areMany besides={isNarrow ? ['problem'] : [BUYER, 'problem']}>
        {isNarrow && buyer}
        <FilterSelect label={orderListMessages.status} name="state" address={address} options={STATES} />
        <FilterSelect label={orderListMessages.problem} name="problem" address={address} options={PROBLEMS} />
        <FilterDay label={orderListMessages.fromDay({ zone: timeZone() })} name="from" address={address} />
        <FilterDay label={orderListMessages.toDay({ zone: timeZone() })} name="to" address={address} />
        <div className="flex gap-3 *:w-0 *:flex-1 sm:*:w-28 sm:*:flex-none">
          <FilterAmount label={orderListMessages.minTotal({ sign: currencySign() })} name="min" address={address} />
          <FilterAmount label={orderListMessages.maxTotal({ sign: currencySign() })} name="max" address={address} />
        </div>
      </FilterFields>
    </div>
  )
}

const PATH = '/admin/orders'

const COLUMNS: readonly Column<ListedAdminOrder, AdminOrderSort>[] = [
  {
    text: orderListMessages.orderId,
    cell: ({ order_id, sellers }) => (
      <TwoLines first={sellersOf(sellers)} second={<span className="font-mono font-normal">{order_id}</span>} />
    ),
    sortedBy: { sort: 'id', first: 'desc' },
  },
  {
    text: orderListMessages.buyerId,
    cell: ({ buyer_id, buyer_name }) => (
      <TwoLines first={<bdi className="font-medium">{buyer_name}</bdi>} second={<ShortId id={buyer_id} />} />
    ),
    inCard: 'unnamed',
    sortedBy: { sort: 'buyer', first: 'asc' },
  },
  {
    text: orderListMessages.totalAmount,
    isAmount: true,
    cell: ({ total_count, payment }) => (
      <TwoLines first={<Price amount={total_count} />} second={payment && <PaymentState payment={payment} />} />
    ),
    inCard: 'aside',
    sortedBy: { sort: 'total', first: 'desc' },
  },
  {
    text: orderListMessages.orderDate,
    cell: ({ created_at, order_state }) => (
      <TwoLines first={<LocalDate at={created_at} />} second={<OrderStateBadge state={order_state} />} />
    ),
    inCard: 'unnamed',
    isShort: true,
    sortedBy: { sort: 'date', first: 'desc' },
  },
]

function sellersOf([first, ...others]: readonly string[]): string | undefined {
  if (first === undefined || !others.length) return first
  return orderListMessages.otherSellers({ seller: first, count: others.length })
}

/** The orders of all buyers; `?track=` is the id of the one shown beside or below the list. */
export function AdminOrdersPage() {
  const address = useListAddress(PATH, ADMIN_ORDER_SORTS, ORDER_FILTERS, 'desc')
  const details = useDetails(address, 'track')
  const result = adminOrdersApi.useGetAdminOrdersQuery(listQuery(address), { refetchOnMountOrArgChange: true })
  return (
    <ListPage title={orderListMessages.orders} aside={<ExportButton of="admin" file="orders.csv" address={address} />}>
      <ViewTabs
        label={orderListMessages.views}
        views={[...VIEWS, undefined].map((problem) => ({
          to: pathWith(PATH, { problem: problem ?? '' }),
          text: problem ? orderListMessages.problems[problem] : orderListMessages.allOrders,
          isShown: address.filters.problem === problem,
        }))}
      />
      <OrderFilters address={address} />
      <PagedList
        label={orderListMessages.orders}
        address={address}
        result={result}
        rowsOf={({ orders }) => orders}
        keyOf={({ order_id }) => order_id}
        columns={COLUMNS}
        details={details}
        panel={(id) => <OrderPanel orderId={id} details={details} />}
        isPanelBelow
        menu={({ order_id }) => (
          <Button
            variant="quiet"
            size="row"
            aria-label={orderListMessages.trackOrder({ orderId: order_id })}
            onClick={() => details.open(order_id)}
          >
            {orderListMessages.track}
          </Button>
        )}
        texts={orderListTexts}
        failure={() => orderMessages.fetchFailed}
        nothingYet={{
          title: orderListTexts.nothingFound,
          text: orderListMessages.nothingYetText,
          action: <OpenShop />,
        }}
      />
    </ListPage>
  )
}
