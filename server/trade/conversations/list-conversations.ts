import type { Db } from '../../../db/tables.ts'
import type { ConversationSide } from '../../../shared/conversations/constants.ts'
import type { ConversationPage, ConversationsQuery } from '../../../shared/conversations/schema.ts'
import { sellerOrderId } from '../../../shared/fulfilment/rules.ts'
import { LIST_PAGE_SIZE } from '../../../shared/kernel/list-constants.ts'
import { orderNumberOf } from '../../../shared/orders/rules.ts'
import { listSellerNames } from '../../shop/catalog/products/seller-page-queries.ts'
import { listRecipients, readSellerSearch, type SellerOrderSearch } from '../orders/seller-search-queries.ts'
import { listConversations } from './list-queries.ts'

/** Returns a page of the conversations of a buyer or a seller, by newest message. */
export async function listConversationsOf(
  db: Db,
  user: { userId: string; side: ConversationSide },
  query: ConversationsQuery,
): Promise<ConversationPage> {
  const { page = 1, page_size = LIST_PAGE_SIZE } = query
  const conditions = { unreadOnly: query.show === 'unread', search: searchOf(query, user.side) }
  const range = { offset: (page - 1) * page_size, limit: page_size }
  const { rows, ...counts } = await listConversations(db, user, conditions, range)
  const names = await listSellerNames(db, [...new Set(rows.map(({ seller_id }) => seller_id))])
  const numbers = rows.map(({ order_id }) => orderNumberOf(order_id))
  const buyers = user.side === 'seller' ? await listRecipients(db, user.userId, numbers) : undefined
  return {
    conversations: rows.map(({ seller_id, by_role, text, created_at, ...row }) => ({
      ...row,
      seller_order_id: sellerOrderId(row.order_id, row.number),
      buyer_name: buyers?.get(orderNumberOf(row.order_id)) ?? '',
      seller_name: names.get(seller_id)?.name ?? '',
      last: { by: by_role, text, at: created_at.toISOString() },
    })),
    ...counts,
    page,
    page_size,
  }
}

/** Buyers search by order id only. */
function searchOf({ q, orders }: ConversationsQuery, side: ConversationSide): SellerOrderSearch | undefined {
  if (orders) {
    const ranges = orders.map(orderNumberOf).map((number) => ({ first: number, last: number }))
    return { ranges, text: undefined }
  }
  const search = readSellerSearch(q)
  return search && side === 'buyer' ? { ...search, text: undefined } : search
}
