import { SHOWN_CONVERSATION } from '../../../shared/conversations/constants.ts'
import { conversationListTexts, conversationMessages } from '../../../shared/conversations/messages.ts'
import type { ConversationRow } from '../../../shared/conversations/schema.ts'
import { ownOrderListTexts } from '../../../shared/orders/order-list-messages.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Link } from '../../ui/link.tsx'
import { DetailPanel, type Details, useDetails, WithDetails } from '../../ui/list/detail-panel.tsx'
import { listQuery, useListAddress } from '../../ui/list/list-address.ts'
import { ListFrame } from '../../ui/list/list-frame.tsx'
import { ListSearch } from '../../ui/list/list-search.tsx'
import { RowList } from '../../ui/list/row-list.tsx'
import { Page } from '../../ui/page.tsx'
import { Drawing } from '../../ui/pictures/drawing.tsx'
import { Conversation } from '../conversations/conversation.tsx'
import { conversationColumns } from '../conversations/conversation-columns.tsx'
import { LIST_POLLING, useGetConversationsQuery } from '../conversations/conversations-api.ts'
import { ownSellerOrder } from '../fulfilment/fulfilment-api.ts'
import { ViewLinks } from './view-links.tsx'

const PATH = '/seller/messages'
const FILTER = 'show'
const UNREAD = 'unread'
const NOTHING_YET = {
  drawing: <Drawing of="letter" />,
  title: conversationMessages.nothingYet,
  text: conversationMessages.nothingYetText.seller,
}
const COLUMNS = conversationColumns('seller')

/** The seller's conversations with buyers; `?messages=` is the order whose conversation is shown beside or below the list. */
export function SellerMessagesPage() {
  const address = useListAddress(PATH, [], [FILTER])
  const details = useDetails(address, SHOWN_CONVERSATION)
  const orderId = details.shown
  const { q, page, page_size } = listQuery(address)
  const show = address.filters[FILTER] === UNREAD ? UNREAD : undefined
  const result = useGetConversationsQuery({ side: 'seller', q, page, page_size, show }, LIST_POLLING)
  // Without space beside the list the conversation replaces it.
  const besidePanel = orderId ? 'max-xl:hidden' : undefined
  const openButton = ({ order_id, seller_order_id }: ConversationRow) => (
    <Button
      variant="secondary"
      size="small"
      aria-label={conversationMessages.openOf({ sellerOrderId: seller_order_id })}
      onClick={() => details.open(order_id)}
    >
      {conversationMessages.open}
    </Button>
  )
  return (
    <Page title={conversationMessages.messages} personal>
      <div className={classNames('flex flex-wrap items-center gap-x-4 gap-y-3', besidePanel)}>
        <ViewLinks
          label={conversationMessages.show}
          views={[
            { to: address.hrefOf({ filters: {} }), text: conversationMessages.all, isShown: !show },
            {
              to: address.hrefOf({ filters: { [FILTER]: UNREAD } }),
              text: conversationMessages.unreadOnly,
              isShown: show === UNREAD,
            },
          ]}
        />
        <ListSearch placeholder={ownOrderListTexts.search} address={address} />
      </div>
      <WithDetails panel={orderId && <ConversationPanel key={orderId} orderId={orderId} details={details} />}>
        <div className={besidePanel}>
          <ListFrame
            address={address}
            // Polling is invisible, and a failed poll leaves the data.
            result={result.currentData ? { ...result, error: undefined, isFetching: false } : result}
            texts={conversationListTexts}
            failure={() => conversationMessages.listFailed}
            nothingYet={NOTHING_YET}
          >
            {({ conversations }) => (
              <RowList
                label={conversationMessages.messages}
                rows={conversations}
                keyOf={({ order_id }) => order_id}
                columns={COLUMNS}
                hasWideCards
                details={details}
                actions={openButton}
              />
            )}
          </ListFrame>
        </div>
      </WithDetails>
    </Page>
  )
}

function ConversationPanel({ orderId, details }: { orderId: string; details: Details }) {
  return (
    <DetailPanel
      heading={conversationMessages.title({ sellerOrderId: orderId })}
      closeLabel={conversationMessages.close}
      details={details}
    >
      <p className="-mt-2 mb-4">
        <Link to={`/seller/orders?q=${encodeURIComponent(orderId)}`} className="underline underline-offset-2">
          {conversationMessages.toOrder}
        </Link>
      </p>
      <Conversation base={ownSellerOrder(orderId)} reader="seller" />
    </DetailPanel>
  )
}
