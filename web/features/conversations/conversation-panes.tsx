import type { MouseEvent, ReactNode } from 'react'
import { type ConversationSide, conversationPath, SHOWN_CONVERSATION } from '../../../shared/conversations/constants.ts'
import { conversationListTexts, conversationMessages } from '../../../shared/conversations/messages.ts'
import type { ConversationRow } from '../../../shared/conversations/schema.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useNarrowScreen } from '../../ui/hooks.ts'
import { Link } from '../../ui/link.tsx'
import { DetailPanel, type Details, useDetails } from '../../ui/list/detail-panel.tsx'
import { type ListAddress, listQuery, useListAddress } from '../../ui/list/list-address.ts'
import { ListFrame } from '../../ui/list/list-frame.tsx'
import { rowMark } from '../../ui/list/list-shortcuts.tsx'
import { Drawing } from '../../ui/pictures/drawing.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { Conversation } from './conversation.tsx'
import { conversationsApi, LIST_POLLING, writerName } from './conversations-api.ts'
import { UnreadMark } from './message-button.tsx'

/** Up to this width, just below `lg`, a conversation has no list beside it. */
const NARROW_FOR_PANES_PX = 1023
const UNREAD = { show: 'unread' } as const

/** The conversations of a buyer on the dashboard. On narrow screens each opens on the page of its order. */
export function BuyerConversations() {
  return <ConversationPanes side="buyer" address={useListAddress('/dashboard', [], ['tab'])} />
}

interface ConversationPanesProps {
  side: ConversationSide
  address: ListAddress
  isUnreadOnly?: boolean
  /** Shown above the list. */
  children?: ReactNode
}

/** A list of conversations, and beside it the one that the address names; on narrow screens one of the two. */
export function ConversationPanes({ side, address, isUnreadOnly = false, children }: ConversationPanesProps) {
  const details = useDetails(address, SHOWN_CONVERSATION)
  const { q, page, page_size } = listQuery(address)
  const filters = isUnreadOnly ? UNREAD : {}
  const result = conversationsApi.useGetConversationsQuery({ side, q, page, page_size, ...filters }, LIST_POLLING)
  const isEmpty = !details.shown && result.data?.total === 0
  return (
    <div
      className={classNames(
        'lg:[&>section]:sticky lg:[&>section]:top-24 lg:[&>section]:mt-0 lg:[&>section]:max-h-[calc(100dvh-7rem)] lg:[&>section]:overflow-y-auto',
        !isEmpty && 'items-start gap-6 lg:grid lg:grid-cols-[16rem_minmax(0,1fr)] xl:grid-cols-[24rem_minmax(0,1fr)]',
      )}
    >
      <div className={details.shown ? 'max-lg:hidden' : undefined}>
        {children}
        <ListFrame
          address={{ ...address, filters }}
          // Polling is invisible, and a failed poll leaves the data.
          result={result.currentData ? { ...result, error: undefined, isFetching: false } : result}
          texts={conversationListTexts}
          failure={() => conversationMessages.listFailed}
          nothingYet={{
            drawing: <Drawing of="letter" />,
            title: conversationMessages.nothingYet,
            text: conversationMessages.nothingYetText[side],
            action: side === 'buyer' && <ButtonLink to="/dashboard">{conversationMessages.toOrders}</ButtonLink>,
          }}
        >
          {({ conversations }) => <ConversationList side={side} conversations={conversations} details={details} />}
        </ListFrame>
      </div>
      {details.shown && (
        <OpenConversation
          key={details.shown}
          side={side}
          id={details.shown}
          row={result.data?.conversations.find((row) => idOf(row, side) === details.shown)}
          details={details}
        />
      )}
      {!details.shown && !isEmpty && (
        <div className="max-lg:hidden">
          <EmptyState drawing={<Drawing of="letter" />} title={conversationMessages.choose} />
        </div>
      )}
    </div>
  )
}

const otherThan = (side: ConversationSide) => (side === 'buyer' ? 'seller' : 'buyer')

function idOf({ seller_order_id, order_id }: ConversationRow, side: ConversationSide): string {
  return side === 'buyer' ? seller_order_id : order_id
}

interface ConversationListProps {
  side: ConversationSide
  conversations: readonly ConversationRow[]
  details: Details
}

function ConversationList({ side, conversations, details }: ConversationListProps) {
  const isNarrow = useNarrowScreen(NARROW_FOR_PANES_PX)

  function openHere(event: MouseEvent, id: string) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || (side === 'buyer' && isNarrow)) return
    event.preventDefault()
    details.open(id)
  }

  return (
    <ul
      aria-label={conversationMessages.messages}
      className="divide-y divide-line overflow-hidden rounded-picture border border-line bg-surface"
    >
      {conversations.map((row) => {
        const { seller_order_id, order_id, number, last, unread } = row
        const id = idOf(row, side)
        const isOpen = id === details.shown
        return (
          <li
            key={seller_order_id}
            className={classNames(
              'relative grid gap-0.5 px-4 py-3 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus',
              isOpen ? 'bg-brand-tint' : 'hover:bg-tint',
            )}
          >
            <p className="flex items-center justify-between gap-3">
              <Link
                {...rowMark}
                to={conversationPath(side, order_id, number)}
                aria-current={isOpen || undefined}
                className="min-w-0 font-medium wrap-anywhere outline-none after:absolute after:inset-0"
                onClick={(event) => openHere(event, id)}
              >
                <bdi>{writerName(otherThan(side), side, row)}</bdi>
                <span className="sr-only"> {conversationMessages.openOf({ sellerOrderId: seller_order_id })}</span>
              </Link>
              <UnreadMark unread={unread} />
            </p>
            <p dir="auto" className={classNames('line-clamp-2 text-sm wrap-anywhere', unread > 0 && 'font-semibold')}>
              {last.by === otherThan(side)
                ? last.text
                : conversationMessages.by({ who: writerName(last.by, side, row), text: last.text })}
            </p>
            <p className="text-xs text-muted">
              <span className="font-mono">{seller_order_id}</span> · <LocalDate at={last.at} />
            </p>
          </li>
        )
      })}
    </ul>
  )
}

interface OpenConversationProps {
  side: ConversationSide
  /** The id of a seller order for buyers, of an order for sellers. */
  id: string
  /** Absent when it is on another page of the list. */
  row: ConversationRow | undefined
  details: Details
}

function OpenConversation({ side, id, row, details }: OpenConversationProps) {
  const [orderId = '', number = ''] = id.split('-')
  const order = encodeURIComponent(orderId)
  const [base, orderPage] =
    side === 'buyer'
      ? [`/api/orders/${order}/seller-orders/${encodeURIComponent(number)}`, `/order-tracking?orderId=${order}`]
      : [`/api/seller/orders/${order}`, `/seller/orders?q=${order}`]
  return (
    <DetailPanel
      heading={row ? writerName(otherThan(side), side, row) : conversationMessages.title({ sellerOrderId: id })}
      closeLabel={conversationMessages.close}
      details={details}
    >
      <p className="-mt-2 mb-4 text-sm text-muted">
        <span className="font-mono text-xs">{row?.seller_order_id ?? id}</span> ·{' '}
        <Link to={orderPage} className="underline underline-offset-2">
          {conversationMessages.toOrder}
        </Link>
      </p>
      <Conversation base={base} reader={side} />
    </DetailPanel>
  )
}
