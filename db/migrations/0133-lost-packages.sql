-- Of a lost package the seller decides whether it is sent again or refunded; after five days it is refunded. Buyers ask to
-- cancel single units.
--
-- Cost: the index reads the packages once; few are lost. The checks are not validated here.

alter table shipments add column lost_at timestamptz;
-- Those to decide about, the first ones first.
create index shipments_lost_idx on shipments (lost_at) where state = 'lost';

-- Which units the buyer asks to cancel, as a list of line_number and quantity; null for all that are not sent.
alter table seller_orders
  add column cancel_lines jsonb,
  add constraint seller_orders_cancel_lines_check check (jsonb_typeof(cancel_lines) = 'array') not valid;

-- The words that are there stay, whatever other changes have added.
create or replace function pg_temp.add_words(of_table regclass, named text, words text[]) returns void language plpgsql as $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conrelid = of_table and conname = named);
  added text := (select string_agg(quote_literal(word) || '::text, ', '') from unnest(words) word);
begin
  execute format('alter table %s drop constraint %I, add constraint %I %s not valid', of_table, named, named,
    replace(replace(known, 'ARRAY[', 'ARRAY[' || added), ' NOT VALID', ''));
end $$;
select pg_temp.add_words('shipments', 'shipments_state_check', '{resent,refunded}');
select pg_temp.add_words('order_events', 'order_events_kind_check', '{resent}');
