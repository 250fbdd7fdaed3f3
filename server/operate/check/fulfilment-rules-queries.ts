import { sql } from 'kysely'
import type { Rule } from './queries.ts'
import { worthOf } from './worth-queries.ts'

/** The rules of seller orders, shipments and order events. */
export const fulfilmentRules: Rule[] = [
  {
    name: 'every seller order has its number, its goods and its placed event',
    query: sql`
      with expected as (
        select order_number, seller_id, sum(amount) as goods, sum(${worthOf(sql`cancelled`)}) as cancelled_goods,
          sum(${worthOf(sql`(cancelled + returned_units)`)} - ${worthOf(sql`cancelled`)}) as returned_goods,
          row_number() over (partition by order_number order by min(line_number)) as number
        from order_lines group by 1, 2
      )
      select numbered_id('ORD', order_number) || ' of ' || seller_id || ' has number ' || said.number
        || ', goods of ' || said.goods || ', ' || said.cancelled_goods || ' cancelled and ' || said.returned_goods
        || ' returned; its lines give number '
        || expected.number || ', ' || expected.goods || ', ' || expected.cancelled_goods || ' and '
        || expected.returned_goods || ', and it was placed '
        || placed || ' times' as what
      from seller_orders said join expected using (order_number, seller_id) cross join lateral (
        select count(*) as placed from order_events event
        where event.order_number = said.order_number and event.seller_id = said.seller_id and kind = 'placed'
      ) events
      where (said.number, said.goods, said.cancelled_goods, said.returned_goods)
          is distinct from (expected.number::smallint, expected.goods, expected.cancelled_goods, expected.returned_goods)
        or placed <> 1`,
  },
  {
    name: 'an order has the state that its seller orders give, unless an admin set it',
    query: sql`
      with derived as (
        select order_number, array_agg(distinct state) filter (where state <> 'cancelled') as states
        from seller_orders group by order_number
      )
      select order_id || ' is ' || order_state || ', its seller orders are '
        || coalesce(array_to_string(states, ', '), 'cancelled') as what
      from orders join derived using (order_number)
      where state_source = 'seller_orders'
        and order_state <> case
          when states is null then 'cancelled'
          when states = '{returned}' then 'returned'
          when states <@ '{delivered,returned}' then 'delivered'
          when states = '{pending}' then 'pending'
          else 'confirmed'
        end`,
  },
  {
    name: 'a seller order has the state that its lines and shipments give',
    query: sql`
      with counts as (
        select order_number, seller_id, sum(quantity) as units, sum(cancelled) as cancelled, sum(sent) as sent,
          sum(returned_units) as returned
        from order_lines group by 1, 2
      ), under_way as (
        select order_number, seller_id from shipments where state in ('sent', 'lost') group by 1, 2
      ), given as (
        select order_number, seller_id, case
            when cancelled = units then 'cancelled'
            when cancelled + sent < units and (sent > 0 or confirmed_at is not null) then 'confirmed'
            when cancelled + sent < units then 'pending'
            when returned = sent then 'returned'
            when under_way.order_number is not null then 'shipped'
            else 'delivered'
          end as state
        from seller_orders join counts using (order_number, seller_id) left join under_way using (order_number, seller_id)
      )
      select numbered_id('ORD', order_number) || '-' || number || ' is ' || said.state || ', its lines and shipments give '
        || given.state as what
      from seller_orders said join given using (order_number, seller_id)
      where said.state <> given.state`,
  },
  {
    // Imported orders have no record of their shipments.
    name: 'units sent are those in shipments',
    query: sql`
      with packed as (
        select order_number, line_number, sum(quantity) as units
        from shipment_lines join shipments using (shipment_number, order_number) where state in ('sent', 'delivered', 'lost') group by 1, 2
      )
      select numbered_id('ORD', order_number) || ' line ' || line_number || ' has ' || sent || ' sent, shipments have '
        || coalesce(units, 0) as what
      from order_lines left join packed using (order_number, line_number)
      where sent <> coalesce(units, 0) and exists (
        select from order_events event
        where event.order_number = order_lines.order_number and event.seller_id = order_lines.seller_id and kind = 'sent'
      )
      union all
      select numbered_id('ORD', order_number) || ' has a shipment of ' || seller_id || ' that was never sent'
      from shipments sending where not exists (
        select from order_events event
        where event.order_number = sending.order_number and event.seller_id = sending.seller_id and kind = 'sent'
      )`,
  },
  {
    name: 'units cancelled are those of the cancellations',
    query: sql`
      with taken as (
        select order_number, (line ->> 0)::integer as line_number, sum((line ->> 1)::integer) as units
        from order_events, jsonb_array_elements(facts -> 'lines') line where kind = 'cancelled' group by 1, 2
      )
      select numbered_id('ORD', order_number) || ' line ' || line_number || ' has ' || cancelled
        || ' cancelled, cancellations have ' || coalesce(units, 0) as what
      from order_lines left join taken using (order_number, line_number)
      where cancelled <> coalesce(units, 0) and exists (
        select from order_events event
        where event.order_number = order_lines.order_number and event.seller_id = order_lines.seller_id and kind = 'cancelled'
      )`,
  },
  {
    name: 'units of lost packages that were refunded are cancelled as lost',
    query: sql`
      with refunded as (
        select order_number, line_number, sum(quantity) as units
        from shipment_lines join shipments using (shipment_number, order_number) where state = 'refunded' group by 1, 2
      ), cancelled as (
        select order_number, (line ->> 0)::integer as line_number, sum((line ->> 1)::integer) as units
        from order_events, jsonb_array_elements(facts -> 'lines') line
        where kind = 'cancelled' and facts ->> 'reason' = 'lost' group by 1, 2
      )
      select numbered_id('ORD', order_number) || ' line ' || line_number || ' has ' || coalesce(refunded.units, 0)
        || ' in refunded packages, and ' || coalesce(cancelled.units, 0) || ' cancelled as lost' as what
      from refunded full join cancelled using (order_number, line_number)
      where refunded.units is distinct from cancelled.units`,
  },
  {
    name: "shipments hold lines of their seller's part of the order",
    query: sql`
      select 'the shipment ' || shipment_number || ' of ' || numbered_id('ORD', sending.order_number) || ' holds line '
        || held.line_number || ' of ' || numbered_id('ORD', held.order_number) as what
      from shipment_lines held join shipments sending using (shipment_number)
      join order_lines line on line.order_number = held.order_number and line.line_number = held.line_number
      where held.order_number <> sending.order_number or line.seller_id <> sending.seller_id
      union all
      select 'the shipment ' || shipment_number || ' holds nothing'
      from shipments where not exists (
        select from shipment_lines held where held.shipment_number = shipments.shipment_number
      )`,
  },
]

/** Remarks for the operator: requests that wait for an admin or a seller. */
export const fulfilmentRemarks: Rule[] = [
  {
    name: 'orders have the state that their seller orders give',
    query: sql`
      select order_id || ' was set to ' || order_state || ' by hand, its seller orders give '
        || derived_order_state(order_number) as what
      from orders where state_source = 'admin' and order_state <> derived_order_state(order_number)`,
  },
  {
    name: 'seller orders are sent within 14 days of their day',
    query: sql`
      select numbered_id('ORD', order_number) || '-' || number || ' was to be sent by ' || ship_by as what
      from seller_orders where state in ('pending', 'confirmed') and ship_by < market_day(now()) - 14`,
  },
  {
    name: 'lost packages are sent again or refunded within 5 days',
    query: sql`
      select numbered_id('ORD', order_number) || ' has the lost package ' || shipment_number || ' since ' || lost_at as what
      from shipments where state = 'lost' and lost_at < now() - interval '6 days'`,
  },
]
