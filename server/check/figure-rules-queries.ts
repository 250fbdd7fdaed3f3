import { sql } from 'kysely'
import type { Rule } from './rule.ts'

/** What the dashboards sum up of orders. */
export const salesRules: Rule[] = [
  {
    name: "seller_orders are the orders with a seller's products",
    query: sql`
      with sold as (
        select distinct seller_id, order_number from order_lines join products using (product_number)
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
        select seller_id, utc_day(orders.created_at) as day, count(distinct order_number) as orders,
          sum(quantity) as units, sum(unit_price * quantity) as amount
        from order_lines join products using (product_number) join orders using (order_number) group by 1, 2
      ) counted using (seller_id, day)
      where (coalesce(said.orders, 0), coalesce(said.units, 0), coalesce(said.amount, 0))
        <> (coalesce(counted.orders, 0), coalesce(counted.units, 0), coalesce(counted.amount, 0))`,
  },
  {
    name: 'the figures of order_days are those of the orders',
    query: sql`
      select day || ': ' || coalesce(said::text, 'nothing') || ', counted ' || coalesce(counted::text, 'nothing') as what
      from order_days said full join (
        select utc_day(created_at) as day, count(*) as orders, sum(total_count) as total_count from orders group by 1
      ) counted using (day)
      where (coalesce(said.orders, 0), coalesce(said.total_count, 0))
        <> (coalesce(counted.orders, 0), coalesce(counted.total_count, 0))`,
  },
]

/** What they take off for cancelled and returned orders. */
export const reversalRules: Rule[] = [
  {
    name: 'seller_reversals are the lines of cancelled and returned orders',
    query: sql`
      select 'the seller ' || seller_id || ' on ' || day || ': ' || coalesce(said::text, 'nothing') || ', counted '
        || coalesce(counted::text, 'nothing') as what
      from seller_reversals said full join (
        select seller_id, utc_day(orders.created_at) as day, sum(quantity) as units, sum(unit_price * quantity) as amount
        from order_lines join products using (product_number) join orders using (order_number)
        where order_state in ('cancelled', 'returned') group by 1, 2
      ) counted using (seller_id, day)
      where (coalesce(said.units, 0), coalesce(said.amount, 0)) <> (coalesce(counted.units, 0), coalesce(counted.amount, 0))`,
  },
  {
    name: 'order_reversals are the cancelled and returned orders',
    query: sql`
      select day || ': ' || coalesce(said::text, 'nothing') || ', counted ' || coalesce(counted::text, 'nothing') as what
      from order_reversals said full join (
        select utc_day(created_at) as day, count(*) as orders, sum(total_count) as total_count
        from orders where order_state in ('cancelled', 'returned') group by 1
      ) counted using (day)
      where (coalesce(said.orders, 0), coalesce(said.total_count, 0))
        <> (coalesce(counted.orders, 0), coalesce(counted.total_count, 0))`,
  },
]
