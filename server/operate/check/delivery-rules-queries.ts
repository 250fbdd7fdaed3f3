import { sql } from 'kysely'
import type { Rule } from './queries.ts'

export const deliveryRules: Rule[] = [
  {
    name: 'charges and deliveries are those of sellers in the order',
    query: sql`
      select numbered_id('ORD', order_number) || ' has nothing of ' || seller_id || ', who is paid ' || amount || ' for ' || kind
        as what
      from (
        select order_number, seller_id, kind, amount from order_charges
        union all
        select order_number, seller_id, kind, amount from order_deliveries
      ) paid left join seller_orders using (order_number, seller_id)
      where number is null`,
  },
  {
    name: 'the delivery of a seller order is charged as it was promised',
    query: sql`
      select numbered_id('ORD', order_number) || ' of ' || seller_id || ' has the delivery ' || coalesce(kind, 'none') || ' for '
        || coalesce(promised, 0) || ', charged ' || coalesce(charged, 0) || ' in ' || coalesce(charges, 0) || ' charges' as what
      from (select order_number, seller_id, kind, amount as promised from order_deliveries) delivery full join (
        select order_number, seller_id, sum(amount) as charged, count(*) as charges
        from order_charges where kind = 'delivery' group by 1, 2
      ) charged using (order_number, seller_id)
      where promised is distinct from coalesce(charged, 0) or coalesce(charges, 0) <> (kind <> 'none')::integer`,
  },
  {
    // A bank transfer that has not come has no promise yet; one that never came has none.
    name: 'the promise of a delivery is complete',
    query: sql`
      select numbered_id('ORD', order_number) || ' of ' || seller_id || ' is delivered by ' || kind || ' "' || name || '" to "'
        || array_to_string(destinations, ', ') || '" in ' || coalesce(country, 'no country') || ', arriving ' || coalesce(arrives_from::text, 'never')
        || ' to ' || coalesce(arrives_to::text, 'never') || ', and was paid ' || coalesce(paid_at::text, 'never') as what
      from order_deliveries delivery join orders using (order_number) left join payments using (order_number)
      where case when kind = 'none' then (name, destinations, pickup_address) <> ('', '{}', '') or arrives_from is not null
        else name = '' or (kind = 'pickup') <> (pickup_address <> '')
          or dispatch_days < 1 or days_from < 0 or days_to < days_from
          or (destinations <> '{}' and country is not null and not exists (
            select from unnest(destinations) named where split_part(named, ':', 1) = country))
          or arrives_from is null and (payment_id is null or pay_by is null or payment_state = 'paid')
          or arrives_to - arrives_from <> days_to - days_from
          or arrives_from < orders.created_at::date - 1 + days_from
      end`,
  },
  {
    name: 'an order is what its checkout was',
    query: sql`
      select order_id || ' of ' || orders.total_count || ' was the checkout ' || checkout_id || ' of ' || checkouts.total_count
        || ' with the charges ' || checkouts.charges as what
      from checkouts join orders using (order_number)
      where checkout_state = 'placed' and (
        checkouts.total_count <> orders.total_count or checkouts.buyer_id <> orders.buyer_id
        or exists (
          select from jsonb_to_recordset(checkouts.charges) wanted (seller_id uuid, kind text, amount bigint)
          full join (select * from order_charges where order_charges.order_number = checkouts.order_number) charge
            on charge.seller_id = wanted.seller_id and charge.kind = wanted.kind
          where 100 * charge.amount is distinct from wanted.amount
        ) or exists (
          select from jsonb_to_recordset(checkouts.deliveries) wanted (seller_id uuid, method_id uuid, amount bigint,
            cheapest bigint, destinations text[])
          full join (
            select * from order_deliveries where order_deliveries.order_number = checkouts.order_number
          ) delivery on delivery.seller_id = wanted.seller_id
          where (100 * delivery.amount, 100 * delivery.cheapest, delivery.method_id, delivery.destinations)
            is distinct from (wanted.amount, wanted.cheapest, wanted.method_id, wanted.destinations)
        )
      )`,
  },
]
