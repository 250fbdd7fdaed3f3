import { useSearchParams } from 'react-router'
import { conversationMessages } from '../../../shared/conversations/messages.ts'
import { SHOWN_CONVERSATION } from '../../../shared/conversations/paths.ts'
import type { BuyerSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { conversationOf } from '../conversations/conversations-api.ts'
import { MessageButton } from '../conversations/message-button.tsx'
import { useUnreadMessages } from '../conversations/use-unread.ts'

/** Opens the conversation with the seller of a seller order; at once when the address asks for it. */
export function MessageSeller({ orderId, sellerOrder }: { orderId: string; sellerOrder: BuyerSellerOrder }) {
  const { seller_order_id, number, seller } = sellerOrder
  const [query] = useSearchParams()
  const unread = useUnreadMessages('buyer', [orderId]).get(seller_order_id)
  return (
    <MessageButton
      text={conversationMessages.messageSeller}
      label={conversationMessages.messageSellerOf(seller.name)}
      unread={unread}
      base={conversationOf.buyer(orderId, number)}
      reader="buyer"
      sellerOrderId={seller_order_id}
      description={conversationMessages.withSeller(seller.name)}
      isOpen={query.get(SHOWN_CONVERSATION) === String(number)}
    />
  )
}
