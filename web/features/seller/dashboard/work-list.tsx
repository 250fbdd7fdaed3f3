import { conversationMessages } from '../../../../shared/conversations/messages.ts'
import type { SellerOrderView } from '../../../../shared/fulfilment/constants.ts'
import { workMessages } from '../../../../shared/fulfilment/screen-messages.ts'
import { stockListMessages } from '../../../../shared/stock/seller-messages.ts'
import { WorkStrip } from '../../../ui/chart/work-strip.tsx'
import { useGetConversationsQuery } from '../../conversations/conversations-api.ts'
import { useGetSellerOrdersQuery } from '../seller-api.ts'
import { scarcePath, useGetScarceQuery } from '../stock/stock-api.ts'

const WORK: readonly SellerOrderView[] = ['accept', 'send', 'returns', 'problem']
const UNREAD = { side: 'seller', show: 'unread', page_size: 1 } as const
const anew = { refetchOnMountOrArgChange: true }

/** The seller's open work. */
export function WorkList() {
  const { data } = useGetSellerOrdersQuery({ view: 'send' }, anew)
  const { data: unread } = useGetConversationsQuery(UNREAD, anew)
  const { data: scarce } = useGetScarceQuery(undefined, anew)
  return (
    <WorkStrip
      work={[
        ...WORK.map((view) => ({
          to: `/seller/orders?view=${view}`,
          text: workMessages.views[view],
          count: data?.counts[view],
          isUrgent: view === 'problem',
        })),
        { to: '/seller/messages?show=unread', text: conversationMessages.messages, count: unread?.total },
        { to: scarcePath('all'), text: stockListMessages.lowStock, count: scarce?.products.length },
      ]}
    />
  )
}
