import { sql } from 'kysely'
import type { Rule } from './rule.ts'

/** The rules of seller orders, shipments and what happened. Orders of earlier versions count once they are filled. */
export const fulfilmentRules: Rule[] = [
  {
    name: 'every seller order has its number, its goods and its placed event',
    query: sql`
      with parts as (
        select order_number, seller_id, sum(unit_price * quantity) as goods, sum(unit_price * cancelled) as cancelled_goods,
          row_number() over (partition by order_number order by min(line_number)) as number
        from order_lines join products using (product_number) group by 1, 2
      )
      select numbered_id('ORD', order_number) || ' of ' || seller_id || ' has number ' || coalesce(said.number::text, 'none')
        || ', goods of ' || said.goods || ' and ' || said.cancelled_goods || ' cancelled; its lines give number '
        || parts.number || ', ' || parts.goods || ' and ' || parts.cancelled_goods || ', and it was placed '
        || placed || ' times' as what
      from seller_orders said join parts using (order_number, seller_id) cross join lateral (
        select count(*) as placed from order_events event
        where event.order_number = said.order_number and event.seller_id = said.seller_id and kind = 'placed'
      ) events
      where order_number > (select last_order_number from seller_order_fill) and (
        (said.number, said.goods, said.cancelled_goods)
          is distinct from (parts.number::smallint, parts.goods, parts.cancelled_goods)
        or placed <> 1
      )`,
  },
  {
    name: 'an order has the state that its seller orders give, unless an admin set it',
    query: sql`
      with derived as (
        select order_number, array_agg(distinct state) filter (where state <> 'cancelled') as states
        from seller_orders where number is not null group by order_number
      )
      select order_id || ' is ' || order_state || ', its seller orders are '
        || coalesce(array_to_string(states, ', '), 'cancelled') as what
      from orders join derived using (order_number)
      where state_source = 'seller_orders' and order_number > (select last_order_number from seller_order_fill)
        and order_state <> case
          when states is null then 'cancelled'
          when states = '{returned}' then 'returned'
          when states <@ '{delivered,returned}' then 'delivered'
          when states = '{pending}' then 'pending'
          else 'confirmed'
        end`,
  },
]
