import { productFormMessages } from '../../../shared/catalog/product-form-messages.ts'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { ORDER_STATES, SELLER_ORDER_SORTS } from '../../../shared/orders/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { orderListMessages, ownOrderListTexts } from '../../../shared/orders/order-list-messages.ts'
import { ClipboardList } from '../../ui/area-icons.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterSelect } from '../../ui/list/filter-field.tsx'
import { isNarrowed, listQuery, useListAddress, wholeList } from '../../ui/list/list-address.ts'
import { ListFrame } from '../../ui/list/list-frame.tsx'
import { ListSearch } from '../../ui/list/list-search.tsx'
import { Page } from '../../ui/page.tsx'
import { useGetSellerOrdersQuery } from './seller-api.ts'
import { SellerOrderHeads, SellerOrderRow } from './seller-order-row.tsx'

const FILTERS = ['state'] as const

const STATES = [
  { value: '', text: orderListMessages.anyStatus },
  ...ORDER_STATES.map((state) => ({ value: state, text: orderMessages.states[state] })),
]

/** The orders that contain products of the seller; state, sort order and page are part of the address. */
export function SellerOrdersPage() {
  const address = useListAddress('/seller/orders', SELLER_ORDER_SORTS, FILTERS, 'desc')
  const result = useGetSellerOrdersQuery(listQuery(address), { refetchOnMountOrArgChange: true })
  return (
    <Page title={orderListMessages.orders} personal>
      <div className="flex flex-wrap items-end gap-3">
        <ListSearch placeholder={ownOrderListTexts.search} address={address} />
        <fieldset className="flex flex-wrap items-end gap-3">
          <legend className="sr-only">{listMessages.filters}</legend>
          <FilterSelect label={orderListMessages.status} name="state" address={address} options={STATES} />
          {isNarrowed(address) && (
            <ButtonLink variant="secondary" to={wholeList(address)}>
              {listMessages.clearFilters}
            </ButtonLink>
          )}
        </fieldset>
      </div>
      <ListFrame
        address={address}
        result={result}
        texts={ownOrderListTexts}
        failure={() => orderMessages.fetchFailed}
        nothingYet={<NoOrdersYet />}
      >
        {({ orders }) => (
          <>
            <SellerOrderHeads address={address} />
            <ul
              aria-label={orderListMessages.orders}
              className="divide-y divide-line overflow-clip rounded-picture border border-line bg-surface md:rounded-t-none"
            >
              {orders.map((order) => (
                <li key={order.order_id}>
                  <SellerOrderRow order={order} />
                </li>
              ))}
            </ul>
          </>
        )}
      </ListFrame>
    </Page>
  )
}

function NoOrdersYet() {
  return (
    <EmptyState
      icon={<ClipboardList aria-hidden />}
      title={orderListMessages.noOrdersYet}
      text={orderListMessages.noOrdersYetText}
      action={
        <ButtonLink to="/seller/products" variant="secondary">
          {productFormMessages.toYourProducts}
        </ButtonLink>
      }
    />
  )
}
