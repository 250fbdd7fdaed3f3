import { sql } from 'kysely'
import type { Rule } from './rule.ts'
import { worthOf } from './worth-queries.ts'

/** SQL for the units of a line that were cancelled or came back; all of an order that is so as a whole. */
const REVERSED = sql`(case when order_state in ('cancelled', 'returned') then quantity else cancelled + returned_units end)`

/** SQL for the day of an order; the zone is read once for all. */
const DAY = sql`(orders.created_at at time zone (select time_zone from settings))::date`

export const salesRules: Rule[] = [
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
    name: 'the figures of seller_days are those of the orders',
    query: sql`
      select 'the seller ' || seller_id || ' on ' || day || ': ' || coalesce(said::text, 'nothing') || ', counted '
        || coalesce(counted::text, 'nothing') as what
      from seller_days said full join (
        select seller_id, ${DAY} as day, count(distinct order_number) as orders,
          sum(quantity) as units, sum(amount) as amount
        from order_lines join orders using (order_number) group by 1, 2
      ) counted using (seller_id, day)
      where (coalesce(said.orders, 0), coalesce(said.units, 0), coalesce(said.amount, 0))
        <> (coalesce(counted.orders, 0), coalesce(counted.units, 0), coalesce(counted.amount, 0))`,
  },
  {
    name: 'the figures of order_days are those of the orders',
    query: sql`
      select day || ': ' || coalesce(said::text, 'nothing') || ', counted ' || coalesce(counted::text, 'nothing') as what
      from order_days said full join (
        select ${DAY} as day, count(*) as orders, sum(total_count) as total_count from orders group by 1
      ) counted using (day)
      where (coalesce(said.orders, 0), coalesce(said.total_count, 0))
        <> (coalesce(counted.orders, 0), coalesce(counted.total_count, 0))`,
  },
]

export const reversalRules: Rule[] = [
  {
    name: 'seller_reversals are the units that were cancelled or came back',
    query: sql`
      select 'the seller ' || seller_id || ' on ' || day || ': ' || coalesce(said::text, 'nothing') || ', counted '
        || coalesce(counted::text, 'nothing') as what
      from seller_reversals said full join (
        select seller_id, ${DAY} as day, sum(${REVERSED}) as units,
          sum(${worthOf(REVERSED)}) as amount
        from order_lines join orders using (order_number) group by 1, 2
      ) counted using (seller_id, day)
      where (coalesce(said.units, 0), coalesce(said.amount, 0)) <> (coalesce(counted.units, 0), coalesce(counted.amount, 0))`,
  },
  {
    name: 'product_reversals are the units that were cancelled or came back',
    query: sql`
      select numbered_id('PRD', product_number) || ' has ' || coalesce(said.units, 0) || ', counted '
        || coalesce(counted.units, 0) as what
      from product_reversals said full join (
        select product_number, sum(${REVERSED}) as units from order_lines join orders using (order_number) group by 1
      ) counted using (product_number)
      where coalesce(said.units, 0) <> coalesce(counted.units, 0)`,
  },
  {
    name: 'order_reversals are what was cancelled or came back',
    query: sql`
      select day || ': ' || coalesce(said::text, 'nothing') || ', counted ' || coalesce(counted::text, 'nothing') as what
      from order_reversals said full join (
        select ${DAY} as day, count(*) filter (where order_state in ('cancelled', 'returned')) as orders,
          sum(case when order_state in ('cancelled', 'returned') then total_count else coalesce(amount, 0) end) as total_count
        from orders left join (
          select order_number, sum(${worthOf(sql`(cancelled + returned_units)`)}) as amount from order_lines group by 1
        ) units using (order_number) group by 1
      ) counted using (day)
      where (coalesce(said.orders, 0), coalesce(said.total_count, 0))
        <> (coalesce(counted.orders, 0), coalesce(counted.total_count, 0))`,
  },
]
