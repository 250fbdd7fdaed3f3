import { useSearchParams } from 'react-router'
import {
  MAX_VIEW_COUNT,
  SELLER_ORDER_STATES,
  SELLER_ORDER_VIEWS,
  type SellerOrderView,
} from '../../../../shared/fulfilment/constants.ts'
import type { ViewCounts } from '../../../../shared/fulfilment/schema.ts'
import { progressMessages, workMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { listMessages } from '../../../../shared/kernel/list-messages.ts'
import { formatNumber } from '../../../../shared/kernel/locale.ts'
import { SELLER_ORDER_SORTS, type SellerOrderSort } from '../../../../shared/orders/constants.ts'
import { orderListMessages, ownOrderListTexts } from '../../../../shared/orders/order-list-messages.ts'
import { classNames } from '../../../ui/class-names.ts'
import { optionsFor } from '../../../ui/form/fields.tsx'
import { Link } from '../../../ui/link.tsx'
import { ClearFilters, FilterSelect } from '../../../ui/list/filter-fields.tsx'
import { type ListAddress, listQuery, useListAddress } from '../../../ui/list/list-address.ts'
import { ListSearch } from '../../../ui/list/list-search.tsx'
import { Page } from '../../../ui/page.tsx'
import { useGetSellerOrdersQuery } from '../seller-api.ts'
import { OrderList } from './order-list.tsx'

const PATH = '/seller/orders'

interface OrderViewsProps {
  /** The one shown; undefined for all orders. */
  shown: SellerOrderView | undefined
  counts: ViewCounts | undefined
}

function OrderViews({ shown, counts }: OrderViewsProps) {
  return (
    <nav aria-label={workMessages.viewsLabel} className="mb-4 border-line lg:border-b print:hidden">
      <ul className="flex flex-wrap gap-x-1">
        <ViewLink to={PATH} text={workMessages.all} isShown={shown === undefined} />
        {SELLER_ORDER_VIEWS.map((view) => (
          <ViewLink
            key={view}
            to={`${PATH}?view=${view}`}
            text={workMessages.views[view]}
            isShown={view === shown}
            count={counts?.[view]}
            isUrgent={view === 'problem'}
          />
        ))}
      </ul>
    </nav>
  )
}

interface ViewLinkProps {
  to: string
  text: string
  isShown: boolean
  count?: number | undefined
  isUrgent?: boolean
}

function ViewLink({ to, text, isShown, count, isUrgent }: ViewLinkProps) {
  return (
    <li>
      <Link
        to={to}
        aria-current={isShown ? 'page' : undefined}
        className={classNames(
          'inline-flex min-h-9 items-center gap-2 px-3 font-medium whitespace-nowrap transition-colors max-lg:rounded-full lg:-mb-px lg:min-h-11 lg:border-b-2',
          isShown
            ? 'border-brand text-brand max-lg:bg-brand-tint'
            : 'border-transparent text-muted hover:text-ink max-lg:hover:bg-tint',
        )}
      >
        {text}{' '}
        {count !== undefined && count > 0 && (
          <span
            className={classNames(
              'rounded-full px-2 text-sm tabular-nums',
              isUrgent ? 'bg-danger-tint text-danger' : 'bg-tint-strong text-ink',
            )}
          >
            {count < MAX_VIEW_COUNT ? formatNumber(count) : workMessages.more({ count: MAX_VIEW_COUNT })}
          </span>
        )}
      </Link>
    </li>
  )
}

const STATES = optionsFor(orderListMessages.anyStatus, SELLER_ORDER_STATES, progressMessages.states)

/** The seller's orders: all with filters and sort order, or one view of open work. Its state is part of the address. */
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
      {/* The key resets rows, selection and offers to undo. */}
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
