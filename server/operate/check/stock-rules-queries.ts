import { sql } from 'kysely'
import type { Rule } from './queries.ts'

export const stockRules: Rule[] = [
  {
    name: 'reserved stock is what running checkouts have reserved',
    query: sql`
      select numbered_id('PRD', product_number) || ' has ' || coalesce(said, 0) || ' reserved, checkouts have '
        || coalesce(units, 0) as what
      from (select product_number, reserved as said from stock) stock full join (
        select product_number, sum(reserved) as units from checkout_lines join checkouts using (checkout_id)
        where checkout_state in ('open', 'paying') and reserved > 0 group by 1
      ) held using (product_number)
      where coalesce(said, 0) <> coalesce(units, 0)`,
  },
  {
    name: 'what is on hand is the sum of the movements',
    query: sql`
      select numbered_id('PRD', product_number) || ' has ' || coalesce(on_hand, 0) || ' on hand, its movements add up to '
        || coalesce(units, 0) || ' and end at ' || coalesce(latest, 0) as what
      from stock full join (
        select product_number, sum(change) as units,
          (array_agg(on_hand_after order by movement_number desc))[1] as latest
        from stock_movements group by 1
      ) moved using (product_number)
      where coalesce(on_hand, 0) <> coalesce(units, 0) or coalesce(on_hand, 0) <> coalesce(latest, 0)`,
  },
  {
    name: 'movements of sold units are lines of their orders',
    query: sql`
      select numbered_id('ORD', sold.order_number) || ' has sold ' || numbered_id('PRD', sold.product_number) || ' '
        || count(*) || ' times, ' || sum(-change) || ' units of ' || coalesce(max(quantity), 0) as what
      from stock_movements sold left join order_lines line using (order_number, product_number)
      where reason = 'sold' group by sold.order_number, sold.product_number
      having count(*) > 1 or sum(-change) is distinct from max(quantity)
      union all
      select numbered_id('ORD', order_number) || ' has taken nothing from the stock of ' || numbered_id('PRD', product_number)
      from order_lines join orders using (order_number) join stock using (product_number)
      -- Of orders that were being placed meanwhile, it is not known which came first.
      where orders.created_at > counted_since + interval '10 seconds' and not exists (
        select from stock_movements sold
        where sold.order_number = orders.order_number and sold.product_number = stock.product_number and reason = 'sold'
      )`,
  },
  {
    name: 'a placed checkout is its order',
    query: sql`
      select 'the checkout ' || checkout_id || ' is not ' || coalesce(order_id, 'an order') as what
      from checkouts left join orders using (order_number)
      where checkout_state = 'placed' and (
        orders.buyer_id is distinct from checkouts.buyer_id or orders.total_count is distinct from checkouts.total_count
        or exists (select from checkout_lines line where line.checkout_id = checkouts.checkout_id)
      )`,
  },
  {
    name: 'no checkout runs more than an hour after its time',
    query: sql`
      select 'the checkout ' || checkout_id || ' ended at ' || expires_at as what
      from checkouts where checkout_state in ('open', 'paying') and expires_at < now() - interval '1 hour'`,
  },
]

/** A remark for the operator: the job that ends checkouts is late. */
export const lateCheckouts: Rule = {
  name: 'checkouts end within five minutes of their time',
  query: sql`
    select 'the checkout ' || checkout_id || ' ended at ' || expires_at as what
    from checkouts where checkout_state in ('open', 'paying') and expires_at < now() - interval '5 minutes'`,
}
