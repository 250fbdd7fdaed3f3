import { sql } from 'kysely'
import type { Rule } from './queries.ts'
import { DELIVERY_BACK, DELIVERY_PAID, PAID_FOR, REFUND_COUNTS, worthOf } from './worth-queries.ts'

export const paymentRules: Rule[] = [
  {
    name: 'payments are in the currency of the marketplace',
    query: sql`
      select 'the payment ' || payment_id || ' is in ' || currency as what
      from payments where currency <> market_currency()`,
  },
  {
    name: 'what is paid has its order, or went back',
    query: sql`
      select 'the payment ' || payment_id || ' of ' || amount || ' is ' || payment_state || ' and has '
        || coalesce(order_id || ' of ' || total_count, 'no order') as what
      from payments left join orders using (order_number)
      where payment_state in ('paid', 'authorized', 'awaiting_transfer') and (
        orders.buyer_id is distinct from payments.buyer_id or orders.total_count is distinct from payments.amount
      ) and not (
        order_number is null and captured = (
          select coalesce(sum(refunds.amount), 0) from refunds
          where refunds.payment_number = payments.payment_number and reason = 'late_payment' and refund_state <> 'failed'
        )
      )`,
  },
  {
    name: 'refunds are no more than was captured, and payments have their sum',
    query: sql`
      select 'the payment ' || payment_id || ' of ' || captured || ' has ' || refunded || ' refunded, its refunds are '
        || succeeded || ' and ' || running || ' running' as what
      from payments cross join lateral (
        select coalesce(sum(amount) filter (where refund_state = 'succeeded'), 0) as succeeded,
          coalesce(sum(amount) filter (where refund_state <> 'succeeded' and ${REFUND_COUNTS}), 0) as running
        from refunds where refunds.payment_number = payments.payment_number
      ) sums
      where refunded <> succeeded or succeeded + running > captured`,
  },
  {
    name: 'payments have the sum of their disputes',
    query: sql`
      select 'the payment ' || payment_id || ' of ' || captured || ' has ' || disputed || ' disputed, its disputes are '
        || sum as what
      from payments cross join lateral (
        select coalesce(sum(amount), 0) as sum from disputes
        where disputes.payment_number = payments.payment_number and dispute_state in ('needs_response', 'under_review', 'lost')
      ) sums
      where disputed <> least(captured, sum)`,
  },
  {
    name: 'what came by bank transfer is what its payments have',
    query: sql`
      select 'the payment ' || payment_id || ' has ' || captured || ' and ' || surplus || ' more, its receipts are '
        || received as what
      from payments cross join lateral (
        select coalesce(sum(amount), 0) as received from payment_receipts
        where payment_receipts.payment_number = payments.payment_number
      ) sums
      where provider = 'offline' and captured + surplus <> received`,
  },
  {
    name: 'what is cancelled of a paid order, or comes back, is refunded',
    query: sql`
      select numbered_id('ORD', order_number) || '-' || number || ' has ' || cancelled_goods || ' cancelled, goods of '
        || coalesce(worth, 0) || ' returned and delivery of ' || ${DELIVERY_BACK} || ' to give back, refunds are '
        || requested as what
      from payments join seller_orders using (order_number) left join (
        select order_number, line.seller_id,
          sum(${worthOf(sql`(cancelled + units)`)} - ${worthOf(sql`cancelled`)}) as worth
        from (
          select order_number, line_number, sum(received) as units
          from order_returns join order_return_lines using (return_number, order_number)
          where state = 'received' group by 1, 2
        ) received join order_lines line using (order_number, line_number) group by 1, 2
      ) came using (order_number, seller_id) cross join lateral (
        select coalesce(sum(amount), 0) as requested from refunds
        where refunds.order_number = payments.order_number
          and (refunds.seller_id = seller_orders.seller_id or refunds.seller_id is null)
      ) sums
      where payment_state = 'paid' and released = 0 and requested < least(
          cancelled_goods + coalesce(worth, 0) + ${DELIVERY_BACK}, ${PAID_FOR})
        and captured - disputed > (
        select coalesce(sum(amount), 0) from refunds where refunds.payment_number = payments.payment_number
      )`,
  },
  {
    name: 'what goes back for a seller order is no more than it is worth, and for units than those that are gone',
    // A refund by hand may precede the return of its units; later refunds for units deduct it.
    query: sql`
      with decisions as (
        select order_number, seller_id, amount, reason, of_units, created_at, refund_number as place from refunds
        where seller_id is not null and ${REFUND_COUNTS}
        union all
        select order_number, payment_releases.seller_id, payment_releases.amount, reason, of_units,
          payment_releases.created_at, 0
        from payment_releases join payments using (payment_number)
      ), worth as (
        select order_number, seller_id, sum(amount) as goods, sum(gone) as gone from (
          select order_number, seller_id, amount, ${worthOf(sql`(cancelled + returned_units)`)} as gone from order_lines
          union all
          -- Sellers may add to what goes back of a delivery.
          select order_number, seller_id, amount, case when kind = 'delivery' or not exists (
              select from order_lines line where (line.order_number, line.seller_id) = (charge.order_number, charge.seller_id)
                and cancelled < quantity
            ) then amount else 0 end from order_charges charge
        ) paid
        where order_number in (select order_number from decisions) group by 1, 2
      ), sums as (
        select order_number, seller_id, sum(amount) as decided,
          coalesce(max(so_far) filter (where of_units), 0) as for_units
        from (
          select *, sum(amount) filter (where reason in ('cancelled', 'returned')) over (
            partition by order_number, seller_id order by place, created_at, not of_units
          ) as so_far
          from decisions
        ) in_order group by 1, 2
      )
      select numbered_id('ORD', order_number) || ' of ' || seller_id || ' has goods of ' || goods || ', of which ' || gone
        || ' are cancelled or came back; ' || decided || ' was refunded or not taken, ' || for_units || ' of it by the time of'
        || ' the last refund for units' as what
      from sums join worth using (order_number, seller_id) where decided > goods or for_units > gone`,
  },
  {
    name: 'what goes back for a delivery is no more than it was, and the rest no more than the goods',
    query: sql`
      with decisions as (
        select order_number, seller_id, amount, delivery from refunds where seller_id is not null and ${REFUND_COUNTS}
        union all
        select order_number, payment_releases.seller_id, payment_releases.amount, delivery
        from payment_releases join payments using (payment_number)
      ), backs as (
        select order_number, seller_id, sum(amount - delivery) as goods_back, sum(delivery) as delivery_back
        from decisions group by 1, 2
      )
      select numbered_id('ORD', order_number) || '-' || number || ' has ' || delivery_back || ' back for its delivery of '
        || ${DELIVERY_PAID} || ', and ' || goods_back || ' of ' || ${PAID_FOR} - ${DELIVERY_PAID} as what
      from backs join seller_orders using (order_number, seller_id)
      where delivery_back > ${DELIVERY_PAID} or goods_back > ${PAID_FOR} - ${DELIVERY_PAID}`,
  },
  {
    name: 'what was reserved and cancelled is not taken, or goes back',
    query: sql`
      select numbered_id('ORD', order_number) || ' has ' || cancelled || ' cancelled, ' || released || ' not taken and '
        || requested || ' refunded' as what
      from payments cross join lateral (
        select coalesce(sum(least(cancelled_goods, ${PAID_FOR})), 0) as cancelled from seller_orders
        where seller_orders.order_number = payments.order_number
      ) goods cross join lateral (
        select coalesce(sum(amount), 0) as requested from refunds where refunds.payment_number = payments.payment_number
      ) sums
      where released > 0 and released + requested < cancelled
        and (payment_state = 'authorized' or payment_state = 'paid' and captured - disputed > requested)`,
  },
  {
    name: 'what was decided to be taken off a reserved payment is not taken',
    query: sql`
      select 'the payment ' || payment_id || ' has ' || released || ' not taken, ' || decided || ' was decided' as what
      from payments join (
        select payment_number, sum(amount) as decided from payment_releases group by payment_number
      ) decisions using (payment_number)
      where released < decided`,
  },
  {
    name: 'a checkout that is being paid has a payment that runs',
    query: sql`
      select 'the checkout ' || checkout_id || ' has a payment that is ' || coalesce(payment_state, 'missing') as what
      from checkouts left join payments using (checkout_id)
      where checkout_state = 'paying' and (
        payment_state is null or payment_state not in ('created', 'requires_action', 'processing') or check_at is null
      )
      union all
      select 'the payment ' || payment_id || ' runs for a checkout that is ' || coalesce(checkout_state, 'gone')
      from payments left join checkouts using (checkout_id)
      where attempts > 0 and payment_state in ('created', 'requires_action', 'processing')
        and checkout_state is distinct from 'paying'`,
  },
  {
    name: 'events of payment providers are applied within three days',
    query: sql`
      select 'the event ' || event_id || ' of ' || received_at || ' is not applied: ' || coalesce(failure, 'not tried') as what
      from payment_events where done_at is null and received_at < now() - interval '3 days'`,
  },
]
