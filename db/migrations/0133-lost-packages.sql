-- Of a lost package the seller decides whether it is sent again or refunded; after five days it is refunded. Buyers ask to
-- cancel single units. Receipts are what they were: who sold it is kept with each seller order, and for those from before with its
-- seller.
--
-- Cost: the index reads the packages once; few are lost. The checks are not validated here.

alter table shipments add column lost_at timestamptz;
-- Those to decide about, the first ones first.
create index shipments_lost_idx on shipments (lost_at) where state = 'lost';

-- What the seller declared when it was sold: name and legal data. Null for seller orders from before, of which the page has it;
-- the function add_seller_sales (0136) writes it.
alter table seller_orders
  add column sold_by jsonb,
  add constraint seller_orders_sold_by_check check (jsonb_typeof(sold_by) = 'object') not valid;
alter table seller_pages add column declared_before jsonb check (jsonb_typeof(declared_before) = 'object');

create function declared_by(page seller_pages) returns jsonb language sql immutable parallel safe as $$
  select jsonb_strip_nulls(jsonb_build_object('name', page.name, 'legal_name', nullif(page.legal_name, ''),
    'legal_address', nullif(page.legal_address, ''), 'legal_contact', nullif(page.legal_contact, ''),
    'legal_number', nullif(page.legal_number, '')))
$$;
comment on function declared_by is 'What a seller page declares of its seller, as receipts show it.';
update seller_pages set declared_before = declared_by(seller_pages);

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
