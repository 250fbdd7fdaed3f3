-- Whether a refund was decided because units were cancelled or came back, and not by hand, perhaps before they are. What was
-- given for a seller order counts when its units go, so what was not taken for them is recorded by seller, too. A request for
-- the whole order is several decisions, one for each seller order: they name it.
--
-- What is to be sent of an order whose money went back, or is disputed, is marked: its seller is asked not to send it, or to wait.
--
-- Cost: the columns are free; refunds, of which there are few, are read once. The check of marks is not validated here.

alter table refunds
  add column of_units boolean not null default true,
  add column request_id uuid;
alter table payment_releases
  add column of_units boolean not null default true,
  add column request_id uuid;
create index refunds_request_idx on refunds (request_id) where request_id is not null;
create index payment_releases_request_idx on payment_releases (request_id) where request_id is not null;

-- Until now only admins decided releases. What acts decided has the time of its event, and of its payment's order.
update payment_releases set of_units = false;
update refunds set of_units = false
where reason in ('goodwill', 'elsewhere', 'late_payment') or not exists (
  select from order_events event
  where event.order_number = refunds.order_number and (event.seller_id = refunds.seller_id or event.seller_id is null)
    and kind in ('cancelled', 'returned', 'paid') and event.created_at = refunds.created_at
);

-- What was not taken until now because units were cancelled, where that is all that was not taken otherwise.
with missing as (
  select payment_number, order_number, released - (
    select coalesce(sum(amount), 0) from payment_releases decided where decided.payment_number = payments.payment_number
  ) as amount
  from payments where released > 0 and order_number is not null
), parts as (
  select payment_number, seller_id, amount, cancelled_goods - (
    select coalesce(sum(refunds.amount), 0) from refunds
    where refunds.order_number = missing.order_number and refunds.seller_id = seller_orders.seller_id
      and reason = 'cancelled' and refund_state <> 'failed'
  ) as part
  from missing join seller_orders using (order_number) where amount > 0
), wholes as (
  select *, sum(part) over (partition by payment_number) as whole from parts where part > 0
)
insert into payment_releases (release_id, payment_number, seller_id, amount, reason, created_at)
select gen_random_uuid(), payment_number, seller_id, part, 'cancelled', now() from wholes where whole <= amount;

alter table seller_orders
  add column hold text,
  add constraint seller_orders_hold_check check (hold in ('refunded', 'disputed')) not valid;
