import type { ConversationSide } from '../../../shared/conversations/constants.ts'
import { conversationMessages } from '../../../shared/conversations/messages.ts'
import type { ConversationRow } from '../../../shared/conversations/schema.ts'
import { formatNumber } from '../../../shared/kernel/locale.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Column } from '../../ui/list/row-list.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { writerName } from './conversations-api.ts'
import { UnreadMark } from './message-button.tsx'

/** Returns the columns of a list of conversations: which order, who wrote what last, and when. */
export function conversationColumns(side: ConversationSide): readonly Column<ConversationRow>[] {
  return [
    { text: conversationMessages.order, cell: (row) => <OrderName {...row} />, isShort: true },
    ...(side === 'buyer' ? [SELLER] : []),
    {
      text: conversationMessages.lastMessage,
      cell: ({ last, seller_name, unread }) => (
        <span
          dir="auto"
          className={classNames(
            'line-clamp-2 wrap-anywhere sm:min-w-48 xl:line-clamp-1',
            unread > 0 && 'font-semibold',
          )}
        >
          {conversationMessages.by({ who: writerName(last.by, side, seller_name), text: last.text })}
        </span>
      ),
      inCard: 'unnamed',
    },
    {
      text: conversationMessages.date,
      cell: ({ last }) => <LocalDate at={last.at} precise />,
      isShort: true,
      inCard: 'unnamed',
      besideDetails: false,
    },
    {
      text: conversationMessages.unreadColumn,
      cell: ({ unread }) => (unread ? formatNumber(unread) : '–'),
      isAmount: true,
      inCard: 'not',
      besideDetails: false,
    },
  ]
}

const SELLER: Column<ConversationRow> = {
  text: conversationMessages.seller,
  cell: ({ seller_name }) => (
    <span className="line-clamp-2 wrap-anywhere lg:min-w-32 xl:line-clamp-1">{seller_name}</span>
  ),
  inCard: 'unnamed',
}

function OrderName({ seller_order_id, unread }: ConversationRow) {
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-2 sm:flex-nowrap">
      <span className="whitespace-nowrap">{seller_order_id}</span>
      <UnreadMark unread={unread} />
    </span>
  )
}
