import { productFormMessages } from '../../../shared/catalog/product-form-messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { orderListMessages, ownOrderListTexts } from '../../../shared/orders/order-list-messages.ts'
import { ClipboardList } from '../../ui/area-icons.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { listQuery, useListAddress } from '../../ui/list/list-address.ts'
import { ListFrame } from '../../ui/list/list-frame.tsx'
import { ListSearch } from '../../ui/list/list-search.tsx'
import { Page } from '../../ui/page.tsx'
import { useGetSellerOrdersQuery } from './seller-api.ts'
import { SellerOrderRow } from './seller-order-row.tsx'

/** The orders that contain products of the seller, newest first. */
export function SellerOrdersPage() {
  const address = useListAddress('/seller/orders')
  const result = useGetSellerOrdersQuery(listQuery(address), { refetchOnMountOrArgChange: true })
  return (
    <Page title={orderListMessages.orders} personal>
      <ListSearch placeholder={ownOrderListTexts.search} address={address} />
      <ListFrame
        address={address}
        result={result}
        texts={ownOrderListTexts}
        failure={() => orderMessages.fetchFailed}
        nothingYet={<NoOrdersYet />}
      >
        {({ orders }) => (
          <ul
            aria-label={orderListMessages.orders}
            className="divide-y divide-line overflow-clip rounded-picture border border-line bg-surface"
          >
            {orders.map((order) => (
              <li key={order.order_id}>
                <SellerOrderRow order={order} />
              </li>
            ))}
          </ul>
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
