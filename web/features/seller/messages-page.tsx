import { conversationMessages } from '../../../shared/conversations/messages.ts'
import { ownOrderListTexts } from '../../../shared/orders/order-list-messages.ts'
import { ListSearch } from '../../ui/list/filter-fields.tsx'
import { useListAddress } from '../../ui/list/list-address.ts'
import { ViewTabs } from '../../ui/list/view-tabs.tsx'
import { Page } from '../../ui/page.tsx'
import { ConversationPanes } from '../conversations/conversation-panes.tsx'

/** The seller's conversations with buyers; `?messages=` is the order whose conversation is shown. */
export function SellerMessagesPage() {
  const address = useListAddress('/seller/messages', [], ['show'])
  const isUnreadOnly = address.filters.show === 'unread'
  return (
    <Page title={conversationMessages.messages} personal>
      <ConversationPanes side="seller" address={address} isUnreadOnly={isUnreadOnly}>
        <ViewTabs
          label={conversationMessages.show}
          views={[
            { to: address.hrefOf({ filters: {} }), text: conversationMessages.all, isShown: !isUnreadOnly },
            {
              to: address.hrefOf({ filters: { show: 'unread' } }),
              text: conversationMessages.unreadOnly,
              isShown: isUnreadOnly,
            },
          ]}
        />
        <ListSearch placeholder={ownOrderListTexts.search} address={address} />
      </ConversationPanes>
    </Page>
  )
}
