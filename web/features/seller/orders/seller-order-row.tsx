import { type ReactNode, useState } from 'react'
import { goodsLeft, isOpenReturn, shownState, unitsReversed } from '../../../../shared/fulfilment/rules.ts'
import type { FullSellerOrder } from '../../../../shared/fulfilment/schema.ts'
import { workMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import type { SellerOrderSort } from '../../../../shared/orders/constants.ts'
import { MAX_ORDER_PICTURES } from '../../../../shared/orders/constants.ts'
import { orderMessages } from '../../../../shared/orders/messages.ts'
import { orderListMessages } from '../../../../shared/orders/order-list-messages.ts'
import { readShippingAddress } from '../../../../shared/orders/rules.ts'
import { sellerOrderMessages } from '../../../../shared/orders/seller-order-messages.ts'
import { Printer } from '../../../ui/area-icons.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { useNarrowScreen } from '../../../ui/hooks.ts'
import { ChevronRight } from '../../../ui/icons.tsx'
import { keepFocus } from '../../../ui/keep-focus.ts'
import type { ListAddress } from '../../../ui/list/list-address.ts'
import { namedRow } from '../../../ui/list/list-shortcuts.tsx'
import { RowHeads, SortChoice, type SortedBy } from '../../../ui/list/row-sorting.tsx'
import { SelectAll, type Selection } from '../../../ui/list/selection.tsx'
import { ProductPicture } from '../../../ui/pictures/product-picture.tsx'
import { Price } from '../../../ui/text.tsx'
import { LocalDate, StateDot } from '../../../ui/values.tsx'
import { UnreadMark } from '../../conversations/message-button.tsx'
import { returnStateText, SellerOrderStateBadge, ShipBy } from '../../fulfilment/seller-order-state.tsx'
import { isUnpaid, problemOf } from '../../fulfilment/what-is-possible.ts'
import { type SellerOrderActions, SellerOrderDetails } from './seller-order-details.tsx'

/** Up to this width, just below `78rem`, orders have two lines in place of columns. */
const NARROW_FOR_COLUMNS_PX = 1247

/** Columns where they fit beside the side menu: id, state, date, units and total; the packing slip stands beside them. */
const COLUMNS =
  'min-[78rem]:grid min-[78rem]:grid-cols-[7.5rem_7rem_minmax(0,1fr)_5rem_7rem] min-[78rem]:items-center min-[78rem]:gap-x-4'

const HEADS: readonly { text: string; isAmount?: boolean; sortedBy?: SortedBy<SellerOrderSort> }[] = [
  { text: orderListMessages.orderId },
  { text: orderListMessages.status, sortedBy: { sort: 'state', first: 'asc' } },
  { text: orderListMessages.orderDate, sortedBy: { sort: 'date', first: 'desc' } },
  { text: sellerOrderMessages.unitsSold, isAmount: true },
  { text: sellerOrderMessages.total, isAmount: true, sortedBy: { sort: 'total', first: 'desc' } },
]

const HEADS_LOOK = `overflow-x-clip rounded-t-picture border border-b-0 border-line bg-surface py-1 ps-17 pe-14 text-sm font-medium text-muted ${COLUMNS}`

interface SellerOrderHeadsProps {
  address: ListAddress<SellerOrderSort>
  isSorted: boolean
  selection: Selection<FullSellerOrder>
}

/** The heads of the columns, which sort, and the box that selects all; without columns, a choice of the order. */
export function SellerOrderHeads({ address, isSorted, selection }: SellerOrderHeadsProps) {
  const isNarrow = useNarrowScreen(NARROW_FOR_COLUMNS_PX)
  if (isNarrow) {
    return (
      <>
        <div className="flex min-h-9 items-center px-3">
          <SelectAll selection={selection} labelShown />
        </div>
        {isSorted && (
          <div className="mb-3">
            <SortChoice columns={HEADS} address={address} />
          </div>
        )}
      </>
    )
  }
  return (
    <div className="relative">
      <div className="absolute start-3 top-2.5 z-1">
        <SelectAll selection={selection} />
      </div>
      {isSorted ? (
        <RowHeads columns={HEADS} address={address} className={HEADS_LOOK} />
      ) : (
        <div aria-hidden className={`${HEADS_LOOK} min-h-11`}>
          {HEADS.map(({ text, isAmount }) => (
            <span key={text} className={isAmount ? 'text-end' : undefined}>
              {text}
            </span>
          ))}
        </div>
      )}
    </div>
  )
}

interface SellerOrderRowProps {
  order: FullSellerOrder
  /** Shows the deadline, in views of open work. */
  isWork: boolean
  isAccepting: boolean
  actions: SellerOrderActions
  unread: number | undefined
  selectBox: ReactNode
  failure: ReactNode
}

/** An order of the seller as a row with foldable details. */
export function SellerOrderRow({
  order,
  isWork,
  isAccepting,
  actions,
  unread,
  selectBox,
  failure,
}: SellerOrderRowProps) {
  const headingId = `order-${order.order_id}`
  const [open, setOpen] = useState(false)
  const units = order.lines.reduce((sum, line) => sum + line.quantity - unitsReversed(order, line), 0)
  return (
    <section ref={keepFocus} aria-labelledby={headingId} className="relative">
      {/* Outside of the summary, which is a control itself. */}
      <div className="absolute start-3 top-2.5 z-1">{selectBox}</div>
      <details className="group ms-10" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary
          {...namedRow(order.order_id)}
          className="relative flex min-h-11 list-none gap-2 before:pointer-events-none before:absolute before:inset-y-0 before:-start-10 before:w-10 hover:before:bg-tint py-2.5 ps-1 pe-3 hover:bg-tint focus-visible:-outline-offset-2 sm:pe-14 min-[78rem]:items-center min-[78rem]:py-2 [&::-webkit-details-marker]:hidden"
        >
          <ChevronRight
            aria-hidden
            className="mt-1 size-4 shrink-0 text-muted transition-transform group-open:rotate-90 rtl:group-open:-rotate-90 min-[78rem]:mt-0"
          />
          <div className={`flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3 gap-y-0.5 ${COLUMNS}`}>
            <span className="flex min-w-0 items-center gap-2">
              <h2 id={headingId} className="min-w-0 font-sans text-base font-semibold wrap-anywhere">
                {order.order_id}
              </h2>
              <span className="empty:hidden max-sm:absolute max-sm:start-1.75 max-sm:top-9">
                <UnreadMark unread={unread} />
              </span>
            </span>
            <span className="max-sm:order-3">
              <State order={order} isWork={isWork} isAccepting={isAccepting} />
            </span>
            <span className="flex min-w-0 items-center gap-3 text-sm max-[78rem]:order-5 max-[78rem]:w-full">
              <Pictures lines={order.lines} />
              <span className="grid min-w-0 gap-x-3 gap-y-0.5">
                <span className="truncate">{itemsOf(order)}</span>
                <span className="flex flex-wrap gap-x-3 text-muted">
                  {buyerOf(order) && <bdi className="wrap-anywhere">{buyerOf(order)}</bdi>}
                  <LocalDate at={order.created_at} />
                  {isWork && <Urgency order={order} />}
                  <OpenReturn order={order} />
                </span>
              </span>
            </span>
            <span className="text-sm text-muted max-sm:order-4 max-[78rem]:ms-auto min-[78rem]:text-end">
              {sellerOrderMessages.units({ units })}
            </span>
            <span className="min-w-0 font-medium max-sm:order-2 max-sm:ms-auto min-[78rem]:text-end">
              <Price amount={goodsLeft(order)} />
            </span>
          </div>
        </summary>
        {open && <SellerOrderDetails order={order} isAccepting={isAccepting} actions={actions} unread={unread} />}
      </details>
      {failure}
      <ButtonLink
        to={`/seller/orders/${order.order_id}`}
        variant="ghost"
        size="icon"
        className="absolute end-2 top-0.5 max-sm:hidden"
        aria-label={sellerOrderMessages.packingSlipFor({ orderId: order.order_id })}
        title={sellerOrderMessages.packingSlip}
      >
        <Printer aria-hidden className="size-4" />
      </ButtonLink>
    </section>
  )
}

function Pictures({ lines }: Pick<FullSellerOrder, 'lines'>) {
  return (
    <span aria-hidden className="flex shrink-0 gap-1 max-sm:hidden">
      {lines.slice(0, MAX_ORDER_PICTURES).map(({ line_number, featured_image }) => (
        <span key={line_number} className="w-9">
          <ProductPicture src={featured_image} alt="" sizes="36px" className="rounded-field" />
        </span>
      ))}
    </span>
  )
}

function itemsOf({ lines: [first, ...others] }: FullSellerOrder): string {
  if (!first) return ''
  const item = orderMessages.unitsOf({ units: first.quantity, name: first.product_name })
  return others.length ? sellerOrderMessages.itemAndOthers({ item, count: others.length }) : item
}

/** Returns the name and the town of the address; empty without one. */
function buyerOf({ shipping_address }: FullSellerOrder): string {
  const { fullName = '', city = '' } = readShippingAddress(shipping_address) ?? {}
  return [fullName, city]
    .map((text) => text.trim())
    .filter(Boolean)
    .join(', ')
}

function Urgency({ order }: { order: FullSellerOrder }) {
  const problem = problemOf(order)
  return problem ? (
    <span className="font-medium text-danger">{workMessages.problems[problem]}</span>
  ) : (
    <ShipBy sellerOrder={order} />
  )
}

function OpenReturn({ order }: { order: FullSellerOrder }) {
  const open = order.returns.find(isOpenReturn)
  if (!open) return null
  return <StateDot tone={open.state === 'requested' ? 'accent' : 'info'}>{returnStateText(open)}</StateDot>
}

function State({ order, isWork, isAccepting }: Pick<SellerOrderRowProps, 'order' | 'isWork' | 'isAccepting'>) {
  if (isWork && order.is_stopped) return <StateDot tone="danger">{workMessages.stopped}</StateDot>
  if (order.hold) return <StateDot tone="danger">{workMessages.holds[order.hold]}</StateDot>
  if (isWork && isUnpaid(order)) return <StateDot tone="accent">{order.payment?.label}</StateDot>
  if (isAccepting) return <StateDot tone="good">{workMessages.accepting}</StateDot>
  return <SellerOrderStateBadge state={shownState(order)} />
}
