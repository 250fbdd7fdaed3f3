import { useSearchParams } from 'react-router'
import {
  MAX_VIEW_COUNT,
  SELLER_ORDER_STATES,
  SELLER_ORDER_VIEWS,
  type SellerOrderView,
} from '../../../../shared/fulfilment/constants.ts'
import { progressMessages, workMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { listMessages } from '../../../../shared/kernel/list-messages.ts'
import { SELLER_ORDER_SORTS, type SellerOrderSort } from '../../../../shared/orders/constants.ts'
import { orderListMessages, ownOrderListTexts } from '../../../../shared/orders/order-list-messages.ts'
import { ExportButton } from '../../../session/export-button.tsx'
import { optionsFor } from '../../../ui/form/fields.tsx'
import { ClearFilters, FilterSelect, ListSearch } from '../../../ui/list/filter-fields.tsx'
import { type ListAddress, listQuery, useListAddress } from '../../../ui/list/list-address.ts'
import { ViewTabs } from '../../../ui/list/view-tabs.tsx'
import { Page } from '../../../ui/page.tsx'
import { useGetSellerOrdersQuery } from '../seller-api.ts'
import { OrderList } from './order-list.tsx'

const PATH = '/seller/orders'

const TABS: readonly SellerOrderView[] = ['send', 'accept', 'sent', 'pickup', 'returns', 'problem', 'done']

/** What is done already is no work. */
const NOT_COUNTED: readonly SellerOrderView[] = ['sent', 'done']

const STATES = optionsFor(orderListMessages.anyStatus, SELLER_ORDER_STATES, progressMessages.states)

/** The seller's orders: all with filters and sort order, or one view of open work. Its state is part of the address. */
export function SellerOrdersPage() {
  const [search] = useSearchParams()
  const view = SELLER_ORDER_VIEWS.find((known) => known === search.get('view'))
  const address = useListAddress<SellerOrderSort>(
    PATH,
    view ? [] : SELLER_ORDER_SORTS,
    [view ? 'view' : 'state'],
    'desc',
  )
  const { data } = useGetSellerOrdersQuery(listQuery(address))
  return (
    <Page title={orderListMessages.orders} personal>
      <ViewTabs
        label={workMessages.viewsLabel}
        maxCount={MAX_VIEW_COUNT}
        views={[
          // Only sellers with goods to collect have the view of these.
          ...TABS.filter((known) => known !== 'pickup' || known === view || data?.counts?.pickup).map((known) => ({
            to: `${PATH}?view=${known}`,
            text: workMessages.views[known],
            isShown: known === view,
            count: NOT_COUNTED.includes(known) ? undefined : data ? data.counts?.[known] : null,
            isUrgent: known === 'problem',
          })),
          { to: PATH, text: workMessages.all, isShown: view === undefined },
        ]}
      >
        <ListSearch placeholder={ownOrderListTexts.search} address={address} />
        <ExportButton of="seller" file="orders.csv" address={address} />
      </ViewTabs>
      {/* The key resets rows, selection and offers to undo. */}
      <OrderList key={view ?? ''} view={view} address={address} filters={!view && <Filters address={address} />} />
    </Page>
  )
}

function Filters({ address }: { address: ListAddress<SellerOrderSort> }) {
  return (
    <fieldset className="me-auto flex flex-wrap items-center gap-3">
      <legend className="sr-only">{listMessages.filters}</legend>
      <FilterSelect label={orderListMessages.status} labelHidden name="state" address={address} options={STATES} />
      <ClearFilters address={address} />
    </fieldset>
  )
}
