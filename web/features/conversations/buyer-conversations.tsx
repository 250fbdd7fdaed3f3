import { useNavigate, useSearchParams } from 'react-router'
import { conversationPath } from '../../../shared/conversations/constants.ts'
import { conversationListTexts, conversationMessages } from '../../../shared/conversations/messages.ts'
import type { ConversationRow } from '../../../shared/conversations/schema.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/failure-note.tsx'
import { readPageNumber } from '../../ui/list/page-number.ts'
import { Pagination } from '../../ui/list/pagination.tsx'
import { RowList } from '../../ui/list/row-list.tsx'
import { LoadingSkeletons } from '../../ui/loading-skeletons.tsx'
import { Drawing } from '../../ui/pictures/drawing.tsx'
import { conversationColumns } from './conversation-columns.tsx'
import { LIST_POLLING, useGetConversationsQuery } from './conversations-api.ts'

const COLUMNS = conversationColumns('buyer')
const pathOf = ({ order_id, number }: ConversationRow) => conversationPath('buyer', order_id, number)

/** The conversations of a buyer; each opens on the page of its order. `list` is the address of this list. */
export function BuyerConversations({ list }: { list: string }) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const page = readPageNumber(query)
  const { data, error, isFetching, refetch } = useGetConversationsQuery({ side: 'buyer', page }, LIST_POLLING)
  if (error && !data)
    return <LoadFailure title={conversationMessages.listFailed} onRetry={refetch} retrying={isFetching} />
  if (!data) return <LoadingSkeletons looks={['mb-3 h-6 w-36', 'h-80 rounded-picture']} />
  if (!data.total) {
    return (
      <EmptyState
        drawing={<Drawing of="letter" />}
        title={conversationMessages.nothingYet}
        text={conversationMessages.nothingYetText.buyer}
        action={<ButtonLink to="/dashboard">{conversationMessages.toOrders}</ButtonLink>}
      />
    )
  }
  const pageCount = Math.ceil(data.total / data.page_size)
  return (
    <div aria-busy={isFetching}>
      <p role="status" className="mb-3 text-muted">
        {conversationListTexts.count({ total: data.total, isExact: String(data.total_is_exact) })}
      </p>
      <RowList
        label={conversationMessages.messages}
        rows={data.conversations}
        keyOf={({ seller_order_id }) => seller_order_id}
        columns={COLUMNS}
        hasWideCards
        onOpen={(row) => navigate(pathOf(row))}
        actions={(row) => (
          <ButtonLink
            to={pathOf(row)}
            variant="secondary"
            size="small"
            aria-label={conversationMessages.openOf({ sellerOrderId: row.seller_order_id })}
          >
            {conversationMessages.open}
          </ButtonLink>
        )}
      />
      {pageCount > 1 && (
        <Pagination
          label={conversationListTexts.pages}
          page={data.page}
          pageCount={pageCount}
          hrefOf={(number) => `${list}&page=${number}`}
        />
      )}
    </div>
  )
}
