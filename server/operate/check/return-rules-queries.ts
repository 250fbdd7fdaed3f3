import { sql } from 'kysely'
import type { Rule } from './queries.ts'

export const returnRules: Rule[] = [
  {
    name: 'units returned are those that came back',
    query: sql`
      with came as (
        select order_number, line_number, sum(received) as units from order_return_lines group by 1, 2
      )
      select numbered_id('ORD', order_number) || ' line ' || line_number || ' has ' || returned_units
        || ' returned, its returns have ' || coalesce(units, 0) as what
      from order_lines left join came using (order_number, line_number)
      -- Nothing is known of how goods of orders that were imported came back.
      where returned_units <> coalesce(units, 0) and exists (
        select from order_returns
        where order_returns.order_number = order_lines.order_number and order_returns.seller_id = order_lines.seller_id
          and state = 'received'
      )`,
  },
  {
    name: 'units that buyers ask to return were sent, and are asked for once',
    query: sql`
      select numbered_id('ORD', order_number) || ' line ' || line_number || ' has ' || sent || ' sent, ' || returned_units
        || ' returned and ' || asked || ' asked for' as what
      from order_lines join (
        select asked.order_number, line_number, sum(quantity) as asked
        from order_return_lines asked join order_returns using (return_number)
        where state in ('requested', 'accepted') group by 1, 2
      ) open using (order_number, line_number)
      where returned_units + asked > sent`,
  },
  {
    name: "returns hold lines of their seller's part of the order, and what came back only once it has",
    query: sql`
      select 'the return ' || return_number || ' of ' || numbered_id('ORD', returned.order_number) || ' is ' || state
        || ' and has line ' || held.line_number || ' of ' || numbered_id('ORD', held.order_number) || ' with ' || received
        || ' that came back' as what
      from order_return_lines held join order_returns returned using (return_number)
      join order_lines line on line.order_number = held.order_number and line.line_number = held.line_number
      where held.order_number <> returned.order_number or line.seller_id <> returned.seller_id
        or (received > 0 and state <> 'received')
      union all
      select 'the return ' || return_number || ' is ' || state || ' and holds nothing that it should'
      from order_returns where not exists (
        select from order_return_lines held
        where held.return_number = order_returns.return_number and (state <> 'received' or received > 0)
      )`,
  },
  {
    name: 'units that can be sold again are in the stock that they were taken from',
    query: sql`
      select numbered_id('ORD', order_number) || ' has ' || coalesce(resalable, 0) || ' units of '
        || numbered_id('PRD', product_number) || ' that can be sold again, movements have ' || coalesce(moved, 0) as what
      from (
        select order_number, product_number, sum(resalable) as resalable
        from order_return_lines join order_lines using (order_number, line_number) group by 1, 2
      ) came full join (
        select order_number, product_number, sum(change) as moved from stock_movements where reason = 'returned' group by 1, 2
      ) moves using (order_number, product_number)
      -- They were not taken from it when its counting began later.
      where coalesce(moved, 0) > coalesce(resalable, 0) or coalesce(moved, 0) < coalesce(resalable, 0) and exists (
        select from stock_movements sold join stock using (product_number)
        where sold.order_number = came.order_number and sold.product_number = came.product_number and reason = 'sold'
          and sold.created_at >= counted_since
      )`,
  },
  {
    name: 'what goes back for a return is its refund, and no more than the goods were',
    query: sql`
      select 'the return ' || return_number || ' of ' || numbered_id('ORD', order_number) || ' has ' || refunded
        || ' refunded, its refund is ' || coalesce(amount::text, 'none') || ', its goods were ' || goods
        || ', its delivery ' || delivery as what
      from order_returns returned left join (
        select refund_id, amount, seller_id, order_number, reason from refunds
      ) refund using (refund_id, seller_id, order_number) cross join lateral (
        -- The most that so many units were worth, whatever went back before.
        select coalesce(sum(div(100 * amount * received + line.quantity - 1, line.quantity) / 100), 0) as goods
        from order_return_lines held join order_lines line using (order_number, line_number)
        where held.return_number = returned.return_number
      ) held cross join lateral (
        select coalesce(sum(promised.amount), 0) as delivery from order_deliveries promised
        where (promised.order_number, promised.seller_id) = (returned.order_number, returned.seller_id)
      ) promised
      where (refund_id is not null and (amount is distinct from refunded or refund.reason is distinct from 'returned'))
        or refunded > goods + delivery`,
  },
]

/** Remarks for the operator: buyers who wait for an answer or a refund. */
export const returnRemarks: Rule[] = [
  {
    name: 'returns are answered within 14 days',
    query: sql`
    select 'the return ' || return_number || ' of ' || numbered_id('ORD', order_number) || ' was asked for at '
      || requested_at as what
    from order_returns where state = 'requested' and requested_at < now() - interval '14 days'`,
  },
  {
    name: 'what came back is recorded within 30 days of its sending',
    query: sql`
    select 'the return ' || return_number || ' of ' || numbered_id('ORD', order_number) || ' was sent at ' || sent_at as what
    from order_returns where state = 'accepted' and sent_at < now() - interval '30 days'`,
  },
]
