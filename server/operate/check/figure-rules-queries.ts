import { sql } from 'kysely'
import type { Rule } from './queries.ts'
import { DELIVERY_BACK, DELIVERY_PAID, worthOf } from './worth-queries.ts'

const IS_REVERSED = sql`order_state in ('cancelled', 'returned')`

/** SQL for the cancelled and returned units of a line; all of them when the order is cancelled or returned as a whole. */
const REVERSED = sql`(case when ${IS_REVERSED} then quantity else cancelled + returned_units end)`

const REVERSED_AMOUNT = worthOf(REVERSED)

/** SQL for the day of an order; the subquery reads the zone once. */
const DAY = sql`(orders.created_at at time zone (select time_zone from settings))::date`

export const figureRules: Rule[] = [
  {
    name: "seller_orders are the orders with a seller's products",
    query: sql`
      with sold as (
        select distinct seller_id, order_number from order_lines
      )
      select numbered_id('ORD', order_number) || ' and the seller ' || seller_id
        || case when listed.order_number is null then ' are not listed' else ' are listed' end as what
      from sold full join seller_orders listed using (seller_id, order_number)
      where sold is null or listed is null`,
  },
  {
    name: 'the figures of days are those of the orders',
    query: sql`
      select coalesce('the seller ' || seller_id, 'the marketplace') || ' on ' || day || ' has '
        || (sum(orders), sum(units), sum(amount), sum(reversed_orders), sum(reversed_units), sum(reversed_amount))::text
        || ' orders, units, amount, and these reversed, too many' as what
      from (
        select seller_id, day, orders, units, amount, reversed_orders, reversed_units, reversed_amount from day_figures
        union all
        select seller_id, ${DAY}, -count(distinct order_number), -sum(quantity), -sum(amount), 0, -sum(${REVERSED}),
          -sum(${REVERSED_AMOUNT})
        from order_lines join orders using (order_number) group by 1, 2
        union all
        select null, ${DAY}, -count(*), 0, -sum(total_count), -count(*) filter (where ${IS_REVERSED}), 0,
          -sum(case when ${IS_REVERSED} then total_count - coalesce(retained, 0) else coalesce(back, 0) end)
        from orders left join (
          select order_number, sum(back) as back, sum(retained) as retained from (
            select order_number, ${REVERSED_AMOUNT} as back, 0 as retained from order_lines join orders using (order_number)
            union all
            -- The seller retains what the delivery of returned goods cost beyond the cheapest.
            select order_number, ${DELIVERY_BACK}, case state when 'returned' then ${DELIVERY_PAID} - ${DELIVERY_BACK} else 0 end
            from seller_orders
          ) part group by 1
        ) parts using (order_number) group by 2
      ) figures
      group by seller_id, day
      having (sum(orders), sum(units), sum(amount), sum(reversed_orders), sum(reversed_units), sum(reversed_amount))
        <> (0, 0, 0, 0, 0, 0)`,
  },
  {
    name: 'the figures of products are those of the orders',
    query: sql`
      select numbered_id('PRD', product_number) || ' has ' || sum(units) || ' reversed units too many' as what
      from (
        select product_number, reversed_units as units from product_sums
        union all
        select product_number, reversed_units from product_changes
        union all
        select product_number, -${REVERSED} from order_lines join orders using (order_number)
      ) figures
      group by product_number having sum(units) <> 0`,
  },
]
