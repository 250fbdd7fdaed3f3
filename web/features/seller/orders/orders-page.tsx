import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { productFormMessages } from '../../../../shared/catalog/product-form-messages.ts'
import {
  MAX_VIEW_COUNT,
  SELLER_ORDER_STATES,
  SELLER_ORDER_VIEWS,
  type SellerOrderView,
} from '../../../../shared/fulfilment/constants.ts'
import type { FullSellerOrder } from '../../../../shared/fulfilment/schema.ts'
import { actionMessages, progressMessages, workMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { listMessages } from '../../../../shared/kernel/list-messages.ts'
import { SELLER_ORDER_SORTS, type SellerOrderSort } from '../../../../shared/orders/constants.ts'
import { orderMessages } from '../../../../shared/orders/messages.ts'
import { orderListMessages, orderListTexts, ownOrderListTexts } from '../../../../shared/orders/order-list-messages.ts'
import { ExportButton } from '../../../session/export-button.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { optionsFor } from '../../../ui/form/fields.tsx'
import { ClearFilters, FilterSelect, ListSearch } from '../../../ui/list/filter-fields.tsx'
import { type ListAddress, listQuery, useListAddress } from '../../../ui/list/list-address.ts'
import { ListFrame } from '../../../ui/list/list-frame.tsx'
import type { RowKey } from '../../../ui/list/list-shortcuts.tsx'
import { type Selection, SelectRow, useSelection } from '../../../ui/list/selection.tsx'
import { ViewTabs } from '../../../ui/list/view-tabs.tsx'
import { Page, passFocusOn } from '../../../ui/page.tsx'
import { useUnreadMessages } from '../../conversations/conversations-api.ts'
import { CancelDialog } from '../../fulfilment/cancel-dialog.tsx'
import { ownSellerOrder } from '../../fulfilment/fulfilment-api.ts'
import { SendDialog } from '../../fulfilment/send-dialog.tsx'
import { canAccept, canSend } from '../../fulfilment/what-is-possible.ts'
import { sellerApi } from '../seller-api.ts'
import type { SellerOrderActions } from './seller-order-details.tsx'
import { SellerOrderHeads, SellerOrderRow, SellerOrderTools } from './seller-order-row.tsx'
import { SendSeveralDialog } from './send-several-dialog.tsx'
import { type OrderActions, useOrderActions } from './use-order-actions.ts'

const PATH = '/seller/orders'

const TABS: readonly SellerOrderView[] = ['send', 'accept', 'sent', 'pickup', 'returns', 'problem', 'done']

/** Finished orders are not open work. */
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
  const { data } = sellerApi.useGetSellerOrdersQuery(listQuery(address))
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
    <fieldset className="flex flex-wrap items-center gap-3 max-sm:contents sm:me-auto">
      <legend className="sr-only">{listMessages.filters}</legend>
      <FilterSelect label={orderListMessages.status} labelHidden name="state" address={address} options={STATES} />
      <ClearFilters address={address} />
    </fieldset>
  )
}

interface OrderListProps {
  /** Undefined for all orders. */
  view: SellerOrderView | undefined
  address: ListAddress<SellerOrderSort>
  filters: ReactNode
}

type Open = { kind: 'send' | 'cancel' | 'send-several'; orders: readonly FullSellerOrder[] }

/** The seller's orders of one view, with actions by row, selection and keyboard. */
export function OrderList({ view, address, filters }: OrderListProps) {
  const result = sellerApi.useGetSellerOrdersQuery(listQuery(address), { refetchOnMountOrArgChange: true })
  const orders = result.data?.orders ?? []
  const { selected, selection, deselect } = useSelection(orders, {
    keyOf: ({ order_id }) => order_id,
    nameOf: ({ order_id }) => order_id,
  })
  const unread = useUnreadMessages(
    'seller',
    orders.map(({ order_id }) => order_id),
  )
  const actions = useOrderActions()
  const [open, setOpen] = useState<Open | null>(null)

  function accept(accepted: readonly FullSellerOrder[]) {
    actions.accept(accepted)
    deselect(accepted)
  }
  const sellerOrderActions: SellerOrderActions = {
    accept: (order) => accept([order]),
    send: (order) => setOpen({ kind: 'send', orders: [order] }),
    cancel: (order) => setOpen({ kind: 'cancel', orders: [order] }),
  }
  const keys = useRowKeys(orders, { selection, actions, sellerOrderActions })
  // An empty view is not a failed search.
  const frame = view ? { ...address, filters: {} } : address
  return (
    <>
      <ListFrame
        hasDays
        address={frame}
        result={result}
        texts={LIST_TEXTS}
        failure={() => orderMessages.fetchFailed}
        nothingYet={view ? { title: workMessages.empty[view], text: workMessages.emptyText[view] } : NO_ORDERS_YET}
        keys={keys}
        tools={
          <>
            {orders.length > 0 && <SellerOrderTools address={address} isSorted={!view} selection={selection} />}
            {/* Without filters something must hold the count at its place when the tools appear. */}
            {filters || <span className="me-auto max-sm:hidden" />}
            <OrderTools
              selected={selected}
              actions={actions}
              onAccept={accept}
              onSend={(some) =>
                setOpen(some.length === 1 ? { kind: 'send', orders: some } : { kind: 'send-several', orders: some })
              }
            />
          </>
        }
      >
        {(data) => (
          <>
            <SellerOrderHeads address={address} isSorted={view === undefined} selection={selection} />
            <ul
              aria-label={orderListMessages.orders}
              className="divide-y divide-line overflow-clip rounded-picture border border-line bg-surface min-[78rem]:rounded-t-none"
            >
              {data.orders.map((order) => (
                <li key={order.order_id}>
                  <SellerOrderRow
                    order={order}
                    isWork={view !== undefined}
                    isAccepting={actions.acceptingIds.includes(order.order_id)}
                    actions={sellerOrderActions}
                    unread={unread.get(order.seller_order_id)}
                    selectBox={<SelectRow selection={selection} row={order} />}
                    failure={<FailureNote {...actions.failureOf(order.order_id)} className="m-3" />}
                  />
                </li>
              ))}
            </ul>
          </>
        )}
      </ListFrame>
      <OpenDialog open={open} orders={orders} actions={actions} onClose={() => setOpen(null)} />
    </>
  )
}

interface RowKeysProps {
  selection: Selection<FullSellerOrder>
  actions: OrderActions
  sellerOrderActions: SellerOrderActions
}

function useRowKeys(
  orders: readonly FullSellerOrder[],
  { selection, actions, sellerOrderActions }: RowKeysProps,
): RowKey[] {
  const on = (action: (order: FullSellerOrder) => void) => (name: string | undefined) => {
    const order = orders.find(({ order_id }) => order_id === name)
    if (order) action(order)
  }
  const isAccepting = ({ order_id }: FullSellerOrder) => actions.acceptingIds.includes(order_id)
  return [
    { key: 'x', text: workMessages.keySelect, press: on(selection.toggle) },
    {
      key: 'a',
      text: workMessages.keyAccept,
      press: on((order) => canAccept(order) && !isAccepting(order) && sellerOrderActions.accept(order)),
    },
    { key: 's', text: workMessages.keySend, press: on((order) => canSend(order) && sellerOrderActions.send(order)) },
  ]
}

interface OpenDialogProps {
  open: Open | null
  /** The current data, which may be newer than the dialog's. */
  orders: readonly FullSellerOrder[]
  actions: OrderActions
  onClose: () => void
}

function OpenDialog({ open, orders, actions, onClose }: OpenDialogProps) {
  if (!open) return null
  const now = open.orders.map((one) => orders.find(({ order_id }) => order_id === one.order_id) ?? one)
  const [sellerOrder] = now
  if (open.kind === 'send-several') return <SendSeveralDialog orders={now} actions={actions} onClose={onClose} />
  if (!sellerOrder) return null
  const base = ownSellerOrder(sellerOrder.order_id)
  if (open.kind === 'cancel') return <CancelDialog sellerOrder={sellerOrder} base={base} onClose={onClose} />
  return <SendDialog sellerOrder={sellerOrder} base={base} onSent={(sent) => actions.sent([sent])} onClose={onClose} />
}

const LIST_TEXTS = { ...orderListTexts, ...ownOrderListTexts }

const NO_ORDERS_YET = {
  title: orderListMessages.noOrdersYet,
  text: orderListMessages.noOrdersYetText,
  action: (
    <ButtonLink to="/seller/products" variant="secondary">
      {productFormMessages.toYourProducts}
    </ButtonLink>
  ),
}

interface OrderToolsProps {
  selected: readonly FullSellerOrder[]
  actions: OrderActions
  onAccept: (orders: readonly FullSellerOrder[]) => void
  onSend: (orders: readonly FullSellerOrder[]) => void
}

function OrderTools({ selected, actions, onAccept, onSend }: OrderToolsProps) {
  return (
    <>
      {actions.undoOffer && (
        // In view wherever the accepted row is.
        <div
          data-action-bar
          className="fixed inset-x-0 bottom-(--toasts-end,1rem) z-20 mx-auto w-max max-w-[calc(100vw-2rem)] rounded-picture border border-line bg-surface py-2 ps-4 pe-2 shadow-float print:hidden"
        >
          {actions.undoOffer}
        </div>
      )}
      {selected.length > 0 && <SelectedTools selected={selected} onAccept={onAccept} onSend={onSend} />}
      <FailureNote {...actions.failureOfSeveral} className="w-full" />
    </>
  )
}

function SelectedTools({ selected, onAccept, onSend }: Omit<OrderToolsProps, 'actions'>) {
  const toAccept = selected.filter(canAccept)
  const toSend = selected.filter(canSend)
  return (
    <fieldset ref={passFocusOn} className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">{workMessages.selectedOrders}</legend>
      <span role="status" className="me-1 font-medium">
        {workMessages.selected({ count: selected.length })}
      </span>
      {toAccept.length > 0 && (
        <Button size="small" onClick={() => onAccept(toAccept)}>
          {workMessages.acceptSeveral({ count: toAccept.length })}
        </Button>
      )}
      <ButtonLink
        size="small"
        variant="secondary"
        to={`/seller/orders/${selected.map(({ order_id }) => order_id).join(',')}`}
      >
        {workMessages.printSlips}
      </ButtonLink>
      {toSend.length > 0 && (
        <Button size="small" variant="secondary" onClick={() => onSend(toSend)}>
          {actionMessages.send}
        </Button>
      )}
    </fieldset>
  )
}
