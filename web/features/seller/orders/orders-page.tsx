import { useSearchParams } from 'react-router'
import { SELLER_ORDER_STATES, SELLER_ORDER_VIEWS } from '../../../../shared/fulfilment/constants.ts'
import { progressMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { listMessages } from '../../../../shared/kernel/list-messages.ts'
import { SELLER_ORDER_SORTS, type SellerOrderSort } from '../../../../shared/orders/constants.ts'
import { orderListMessages, ownOrderListTexts } from '../../../../shared/orders/order-list-messages.ts'
import { FilterSelect } from '../../../ui/list/filter-field.tsx'
import { ClearFilters } from '../../../ui/list/filter-fields.tsx'
import { type ListAddress, listQuery, useListAddress } from '../../../ui/list/list-address.ts'
import { ListSearch } from '../../../ui/list/list-search.tsx'
import { Page } from '../../../ui/page.tsx'
import { useGetSellerOrdersQuery } from '../seller-api.ts'
import { OrderList } from './order-list.tsx'
import { OrderViews } from './order-views.tsx'

const STATES = [
  { value: '', text: orderListMessages.anyStatus },
  ...SELLER_ORDER_STATES.map((state) => ({ value: state, text: progressMessages.states[state] })),
]

/**
 * The orders that contain products of the seller: all of them with filters and sort order, or what is to be done, oldest
 * first. View, state, sort order and page are part of the address.
 */
export function SellerOrdersPage() {
  const [search] = useSearchParams()
  const view = SELLER_ORDER_VIEWS.find((known) => known === search.get('view'))
  const address = useListAddress<SellerOrderSort>(
    '/seller/orders',
    view ? [] : SELLER_ORDER_SORTS,
    [view ? 'view' : 'state'],
    'desc',
  )
  const { data } = useGetSellerOrdersQuery(listQuery(address))
  return (
    <Page title={orderListMessages.orders} personal>
      <OrderViews shown={view} counts={data?.counts} />
      <div className="flex flex-wrap items-end gap-3">
        <ListSearch placeholder={ownOrderListTexts.search} address={address} />
        {!view && <Filters address={address} />}
      </div>
      {/* Rows, selection and offers to undo belong to one view. */}
      <OrderList key={view ?? ''} view={view} address={address} />
    </Page>
  )
}

function Filters({ address }: { address: ListAddress<SellerOrderSort> }) {
  return (
    <fieldset className="flex flex-wrap items-end gap-3">
      <legend className="sr-only">{listMessages.filters}</legend>
      <FilterSelect label={orderListMessages.status} name="state" address={address} options={STATES} />
      <ClearFilters address={address} />
    </fieldset>
  )
}
