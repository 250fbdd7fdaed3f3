import { type ReactNode, useState } from 'react'
import type { OrderDelivery } from '../../../../shared/delivery/schema.ts'
import { methodText, promiseText } from '../../../../shared/fulfilment/delivery-texts.ts'
import { goodsLeft, isOpenReturn, shownState, unitsReversed } from '../../../../shared/fulfilment/rules.ts'
import type { FullSellerOrder } from '../../../../shared/fulfilment/schema.ts'
import { actionMessages, workMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { dayOf, daysBetween, formatCalendarDay } from '../../../../shared/kernel/calendar.ts'
import { formatList } from '../../../../shared/kernel/locale.ts'
import { MAX_ORDER_PICTURES, type SellerOrderSort } from '../../../../shared/orders/constants.ts'
import { orderMessages } from '../../../../shared/orders/messages.ts'
import { orderListMessages } from '../../../../shared/orders/order-list-messages.ts'
import { readShippingAddress } from '../../../../shared/orders/rules.ts'
import { sellerOrderMessages } from '../../../../shared/orders/seller-order-messages.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useNarrowScreen } from '../../../ui/hooks.ts'
import { ChevronRight } from '../../../ui/icons.tsx'
import { keepFocus } from '../../../ui/keep-focus.ts'
import type { ListAddress } from '../../../ui/list/list-address.ts'
import { namedRow } from '../../../ui/list/list-shortcuts.tsx'
import { RowHeads, SortChoice, type SortedBy } from '../../../ui/list/row-sorting.tsx'
import { SelectAll, type Selection } from '../../../ui/list/selection.tsx'
import { ProductPicture } from '../../../ui/pictures/product-picture.tsx'
import { Price, withUnits } from '../../../ui/text.tsx'
import { LocalDate, StateDot } from '../../../ui/values.tsx'
import { UnreadMark } from '../../conversations/message-button.tsx'
import { returnStateText, SellerOrderStateBadge } from '../../fulfilment/seller-order-state.tsx'
import { canCancel, dueAction, isUnpaid, problemOf, sendText } from '../../fulfilment/what-is-possible.ts'
import { type SellerOrderActions, SellerOrderDetails } from './seller-order-details.tsx'

/** Up to this width, just below `78rem`, orders have two lines in place of columns. */
const NARROW_FOR_COLUMNS_PX = 1247

/** Columns where they fit beside the side menu: items, buyer, status and total; the row's one action stands beside them. */
const COLUMNS =
  'min-[78rem]:grid min-[78rem]:grid-cols-[minmax(0,1fr)_11.5rem_8.5rem_5.5rem] min-[78rem]:items-center min-[78rem]:gap-x-4'

const HEADS: readonly { text: string; isAmount?: boolean; sortedBy?: SortedBy<SellerOrderSort> }[] = [
  { text: sellerOrderMessages.items },
  { text: sellerOrderMessages.headings.ordered, sortedBy: { sort: 'date', first: 'desc' } },
  { text: orderListMessages.status, sortedBy: { sort: 'state', first: 'asc' } },
  { text: sellerOrderMessages.total, isAmount: true, sortedBy: { sort: 'total', first: 'desc' } },
]

const HEADS_LOOK = `overflow-x-clip rounded-t-picture border border-b-0 border-line bg-surface py-1 ps-17 pe-36 min-h-11 text-sm font-medium text-muted ${COLUMNS}`

interface SellerOrderHeadsProps {
  address: ListAddress<SellerOrderSort>
  isSorted: boolean
  selection: Selection<FullSellerOrder>
}

/** The box that selects all and the choice of the order, where there are no columns; the box stands above those of the rows. */
export function SellerOrderTools({ address, isSorted, selection }: SellerOrderHeadsProps) {
  if (!useNarrowScreen(NARROW_FOR_COLUMNS_PX)) return null
  return (
    <>
      <span className="order-first ps-3 text-sm">
        <SelectAll selection={selection} labelShown />
      </span>
      {isSorted && <SortChoice columns={HEADS} address={address} upTo={NARROW_FOR_COLUMNS_PX} />}
    </>
  )
}

/** The heads of the columns, which sort, and the box that selects all. */
export function SellerOrderHeads({ address, isSorted, selection }: SellerOrderHeadsProps) {
  if (useNarrowScreen(NARROW_FOR_COLUMNS_PX)) return null
  return (
    <div className="relative">
      <div className="absolute start-3 top-2.5 z-1">
        <SelectAll selection={selection} />
      </div>
      <RowHeads columns={HEADS} address={address} isSorted={isSorted} className={HEADS_LOOK} />
    </div>
  )
}

interface SellerOrderRowProps {
  order: FullSellerOrder
  /** Shows the deadline in place of the state, in views of open work. */
  isWork: boolean
  isAccepting: boolean
  actions: SellerOrderActions
  unread: number | undefined
  selectBox: ReactNode
  failure: ReactNode
}

/** An order of the seller as a row with foldable details and the one action that is due. */
export function SellerOrderRow(props: SellerOrderRowProps) {
  const { order, isAccepting, actions, unread, selectBox, failure } = props
  const headingId = `order-${order.order_id}`
  const [open, setOpen] = useState(false)
  return (
    <section ref={keepFocus} aria-labelledby={headingId} className="relative">
      {/* Outside of the summary, which is a control itself. */}
      <div className="absolute start-3 top-5 z-1 max-sm:top-3.5">{selectBox}</div>
      <details
        open={open}
        className="group min-[22rem]:ms-10"
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary
          {...namedRow(order.order_id)}
          className="relative flex min-h-16 list-none items-center gap-2 py-2 ps-1 pe-3 max-[22rem]:ps-11 before:pointer-events-none before:absolute before:inset-y-0 before:-start-10 before:w-10 hover:bg-tint hover:before:bg-tint focus-visible:-outline-offset-2 sm:pe-36 [&::-webkit-details-marker]:hidden"
        >
          <ChevronRight
            aria-hidden
            className="size-4 shrink-0 text-muted transition-transform group-open:rotate-90 rtl:group-open:-rotate-90 max-[78rem]:mt-2.5 max-[78rem]:self-start max-[22rem]:absolute max-[22rem]:start-3.25 max-[22rem]:top-9"
          />
          <div
            className={`grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-sm sm:max-[78rem]:grid-cols-[minmax(0,1fr)_8.5rem] ${COLUMNS}`}
          >
            <span className="flex min-w-0 items-center gap-x-3 max-sm:col-span-full">
              <Pictures lines={order.lines} />
              <span className="line-clamp-3 min-w-0 font-medium wrap-anywhere max-sm:line-clamp-4">
                {withUnits(itemsOf(order))}
              </span>
            </span>
            <Ordered order={order} headingId={headingId} unread={unread} />
            <span
              className={classNames(
                'flex flex-wrap items-center gap-x-3 gap-y-1 max-[78rem]:order-4 max-sm:col-span-full max-[22rem]:-ms-8 sm:max-[78rem]:justify-end text-balance',
                dueAction(order, isAccepting) && 'max-sm:min-h-9 max-sm:pe-28',
              )}
            >
              <Status {...props} />
            </span>
            <span className="font-semibold min-[78rem]:text-end max-[78rem]:order-2 max-[78rem]:text-end">
              <Price amount={goodsLeft(order)} />
            </span>
          </div>
        </summary>
        {open && <SellerOrderDetails order={order} isAccepting={isAccepting} actions={actions} />}
      </details>
      <RowAction order={order} isAccepting={isAccepting} actions={actions} onAnswer={() => setOpen(true)} />
      {failure}
    </section>
  )
}

function Ordered({ order, headingId, unread }: Pick<SellerOrderRowProps, 'order' | 'unread'> & { headingId: string }) {
  const { fullName = '', city = '' } = readShippingAddress(order.shipping_address) ?? {}
  const buyer = [fullName, city].map((text) => text.trim()).filter(Boolean)
  return (
    <span className="min-w-0 max-sm:contents max-sm:*:not-first:order-3 max-sm:*:not-first:col-span-full sm:grid sm:max-[78rem]:order-3">
      {buyer.length > 0 && (
        <span className="truncate">
          <bdi>{buyer.join(', ')}</bdi>
        </span>
      )}
      <span className="flex flex-wrap items-center gap-x-1.5 text-xs text-muted">
        <h2 id={headingId} className="font-sans text-xs wrap-anywhere">
          {order.order_id}
        </h2>
        · <LocalDate at={order.created_at} /> <UnreadMark unread={unread} />
      </span>
      {order.delivery &&
        [methodText(order.delivery), promiseText(order.delivery)].map((text) => (
          <span key={text} className="text-xs text-muted wrap-anywhere">
            {text}
          </span>
        ))}
    </span>
  )
}

function Pictures({ lines }: Pick<FullSellerOrder, 'lines'>) {
  return (
    <span aria-hidden className="flex shrink-0 gap-1">
      {lines.slice(0, MAX_ORDER_PICTURES).map(({ line_number, featured_image }) => (
        <span key={line_number} className="w-9 max-sm:not-first:hidden">
          <ProductPicture src={featured_image} alt="" sizes="36px" className="rounded-field" />
        </span>
      ))}
    </span>
  )
}

/** Returns the first products with their units, of what is left while anything is, and how many others there are. */
function itemsOf(order: FullSellerOrder): string {
  const units = order.lines.map((line) => ({ ...line, left: line.quantity - unitsReversed(order, line) }))
  const left = units.filter((line) => line.left > 0)
  const items = (left.length ? left : units).map(({ quantity, left: some, product_name }) =>
    orderMessages.unitsOf({ units: some || quantity, name: product_name }),
  )
  const others = items.length - MAX_ORDER_PICTURES
  const item = formatList(items.slice(0, MAX_ORDER_PICTURES))
  return others > 0 ? sellerOrderMessages.itemAndOthers({ item, count: others }) : item
}

function Status({ order, isWork, isAccepting }: Pick<SellerOrderRowProps, 'order' | 'isWork' | 'isAccepting'>) {
  const problem = isWork && problemOf(order)
  const openReturn = order.returns.find(isOpenReturn)
  return (
    <>
      {problem ? (
        <Chip tone="danger">{workMessages.problems[problem]}</Chip>
      ) : (
        <State order={order} isWork={isWork} isAccepting={isAccepting} />
      )}
      {openReturn && (
        <Chip tone={openReturn.state === 'requested' ? 'warning' : 'info'}>{returnStateText(openReturn)}</Chip>
      )}
    </>
  )
}

function State({ order, isWork, isAccepting }: Pick<SellerOrderRowProps, 'order' | 'isWork' | 'isAccepting'>) {
  if (isWork && order.is_stopped) return <Chip tone="danger">{workMessages.stopped}</Chip>
  if (order.hold) return <Chip tone="danger">{workMessages.holds[order.hold]}</Chip>
  if (isWork && canCancel(order) && isUnpaid(order)) return <Chip tone="warning">{order.payment?.label}</Chip>
  if (isAccepting) return <StateDot tone="good">{workMessages.accepting}</StateDot>
  if (isWork && order.ship_by && canCancel(order)) return <Deadline day={order.ship_by} kind={order.delivery?.kind} />
  return <SellerOrderStateBadge state={shownState(order)} delivery={order.delivery} />
}

function Deadline({ day, kind = 'parcel' }: { day: string; kind: OrderDelivery['kind'] | undefined }) {
  const left = daysBetween(dayOf(new Date()), day)
  const { late, today, tomorrow, onDay } = workMessages.due
  if (left < 0) return <Chip tone="danger">{late({ days: -left })}</Chip>
  if (left === 0) return <Chip tone="warning">{today({ kind })}</Chip>
  return <Chip tone="quiet">{left === 1 ? tomorrow({ kind }) : onDay({ kind, day: formatCalendarDay(day) })}</Chip>
}

interface RowActionProps extends Pick<SellerOrderRowProps, 'order' | 'isAccepting' | 'actions'> {
  onAnswer: () => void
}

/** The one action that is due; on phones at the end of the closed row, or below its details. */
function RowAction({ order, isAccepting, actions, onAnswer }: RowActionProps) {
  const due = dueAction(order, isAccepting)
  if (!due) return null
  const press = { answer: onAnswer, accept: () => actions.accept(order), send: () => actions.send(order) }[due]
  return (
    <div className="max-sm:relative max-sm:ms-auto max-sm:w-fit max-sm:px-3 max-sm:pb-3 max-sm:[details:not([open])+&]:-mt-10 max-sm:[details[open]+&]:pt-3 sm:absolute sm:end-3 sm:top-3.5">
      <Button size="small" variant="secondary" aria-describedby={`order-${order.order_id}`} onClick={press}>
        {due === 'answer' ? workMessages.answer : due === 'send' ? sendText(order) : actionMessages[due]}
      </Button>
    </div>
  )
}
