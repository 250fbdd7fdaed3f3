-- What jobs look for is read without what they have done, or cannot do: by indexes that leave it out, or put it behind. And
-- words without products are removed without reading the others.
--
-- Cost: orders, checkouts, payments, shipments and alerts cannot be written until the end: some seconds where there are
-- 1,000,000 open seller orders; no table is rewritten. The job finds reminders from before once each.

-- How far its seller, and the admins, were reminded to send it: 0 not, 1 on the day before, 2 when it was late.
alter table seller_orders add column reminded smallint not null default 0;
alter table seller_orders add constraint seller_orders_reminded_check check (reminded between 0 and 2) not valid;
-- `reminded` with the values that are wanted; of those that are left by day.
create index seller_orders_to_send_idx on seller_orders (state, reminded, ship_by) where state in ('pending', 'confirmed');
drop index seller_orders_late_idx;

-- Those that end by themselves, apart from those of which the payment has to end.
create index checkouts_ending_idx on checkouts (checkout_state, expires_at) where checkout_state in ('open', 'paying');
drop index checkouts_due_idx;

-- Shipments that are said to be missing stay where they are.
create index shipments_on_their_way_idx on shipments (sent_at) where state = 'sent' and missing_at is null;
drop index shipments_under_way_idx;

create index payments_to_remind_idx on payments (pay_by) where payment_state = 'awaiting_transfer' and reminded_at is null;

-- Many may be due at the same moment.
create index sandbox_deliveries_waiting_idx on sandbox_deliveries (due_at, delivery_number) where due_at is not null;
drop index sandbox_deliveries_due_idx;

-- Of each product the longest waiting first.
create index stock_alerts_waiting_idx on stock_alerts (product_number, created_at);
drop index stock_alerts_product_idx;

-- Removes the words that have changed and have no products; before, it looked for them among all words, while nothing could be
-- written. Those that it has to leave it counts again.
create or replace function count_words() returns void language plpgsql as $$
declare
  -- Words that this count leaves without products, or has found so.
  emptied integer[];
begin
  -- An older snapshot could contain rows that others have counted.
  if current_setting('transaction_isolation') <> 'read committed' or not pg_try_advisory_xact_lock(7465006) then
    return;
  end if;
  with counted as (
    delete from word_changes returning *
  ), sums as (
    select word_number, sum(products) as products from counted group by 1
  ), changed as (
    update words set products = words.products + sums.products from sums
      where words.word_number = sums.word_number and sums.products <> 0
      returning words.word_number, words.products
  )
  select array_agg(word_number) into emptied from (
    select word_number from changed where products = 0
    union all
    select word_number from sums join words using (word_number) where sums.products = 0 and words.products = 0
  ) found;
  if emptied is null then
    return;
  end if;
  -- Writers would wait for this lock.
  if not pg_try_advisory_xact_lock(7465005) then
    insert into word_changes (word_number, products) select unnest(emptied), 0;
    return;
  end if;
  with empty as (
    select word_number from words
    where word_number = any(emptied) and products = 0
      and not exists (select from product_words where product_words.word_number = words.word_number)
      and not exists (select from word_changes where word_changes.word_number = words.word_number)
  ), removed as (
    delete from words using empty where words.word_number = empty.word_number returning words.word_number, word
  )
  delete from word_pieces using (select word_number, pieces_of(word) as piece from removed) pieces
    where word_pieces.piece = pieces.piece and word_pieces.word_number = pieces.word_number;
end $$;
-- Those that were left before.
insert into word_changes (word_number, products) select word_number, 0 from words where products = 0;
