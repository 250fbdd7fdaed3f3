import { sql } from 'kysely'
import type { Rule } from './queries.ts'

export const conversationRules: Rule[] = [
  {
    name: 'the messages of a conversation are numbered from 1',
    query: sql`
      with numbered as (
        select seller_id, order_number, count(*) as found, max(number) as last from conversation_messages group by 1, 2
      )
      select 'the conversation about ' || numbered_id('ORD', order_number) || '-' || talk.number || ' has '
        || talk.messages || ' messages, of which ' || coalesce(found, 0) || ' are there, the last is number '
        || coalesce(last, 0) as what
      from conversations talk left join numbered using (seller_id, order_number)
      where talk.messages = 0 or (talk.messages, talk.messages) is distinct from (found, last::bigint)`,
  },
  {
    name: 'a conversation is between the buyer of an order and one of its sellers',
    query: sql`
      select 'the conversation about ' || orders.order_id || '-' || talk.number || ' has number ' || talk.number
        || ' for ' || coalesce(seller_order.number::text, 'none') || ', and sides ' || coalesce(users, 'nowhere') as what
      from conversations talk join seller_orders seller_order using (seller_id, order_number)
      join orders using (order_number)
      cross join lateral (
        select string_agg(side || ' ' || user_id, ', ' order by side) as users from conversation_sides sides
        where sides.seller_id = talk.seller_id and sides.order_number = talk.order_number
      ) said
      where talk.number is distinct from seller_order.number
        or users is distinct from 'buyer ' || buyer_id || ', seller ' || talk.seller_id`,
  },
  {
    name: 'unread messages are those after the last that was read',
    query: sql`
      select 'the ' || side || ' of ' || numbered_id('ORD', order_number) || '-' || talk.number || ' has read up to '
        || read_to || ' and ' || unread || ' unread; ' || found || ' follow' as what
      from conversation_sides sides join conversations talk using (seller_id, order_number) cross join lateral (
        select count(*) as found from conversation_messages message
        where message.seller_id = sides.seller_id and message.order_number = sides.order_number
          and message.number > read_to and by_role <> side
      ) counted
      where unread <> found or greatest(read_to, mailed_to) > talk.messages`,
  },
  {
    name: 'lists know the newest message of each conversation',
    query: sql`
      select 'the ' || side || ' of ' || numbered_id('ORD', order_number) || ' has ' || last_message
        || ' as the newest message, which is ' || coalesce(newest, 0) as what
      from conversation_sides sides cross join lateral (
        select max(message_number) as newest from conversation_messages message
        where message.seller_id = sides.seller_id and message.order_number = sides.order_number
      ) said
      where last_message is distinct from newest`,
  },
]
