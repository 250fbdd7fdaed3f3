-- Accepted returns of which the buyer does not say in time that they were sent end by themselves.
--
-- Cost: none. Returns are few; the check of events is not validated here.

alter table order_returns
  add column expired_at timestamptz,
  drop constraint order_returns_state_check,
  add constraint order_returns_state_check
    check (state in ('requested', 'accepted', 'declined', 'withdrawn', 'received', 'expired')),
  drop constraint order_returns_times_check,
  -- One that has expired may still be received: then it keeps the time.
  add constraint order_returns_times_check check (
    (answered_at is not null) = (state in ('accepted', 'declined', 'received', 'expired'))
    and (withdrawn_at is not null) = (state = 'withdrawn')
    and (received_at is not null) = (state = 'received')
    and (expired_at is not null or state <> 'expired') and (expired_at is null or state in ('expired', 'received'))
    and (instructions is not null) = (state in ('accepted', 'received', 'expired'))
    and (answer_note is not null) = (state = 'declined')
    and (sent_at is null or state in ('accepted', 'received')) and (sent_at is null) = (carrier is null)
    and (carrier is not null or tracking_number is null) and (refunded is null or state = 'received')
  );
-- Those that may expire, the oldest first.
create index order_returns_unsent_idx on order_returns (answered_at) where state = 'accepted' and sent_at is null;

-- The words that are there stay, whatever other changes have added.
create or replace function pg_temp.add_words(of_table regclass, named text, words text[]) returns void language plpgsql as $$
declare
  known text := (select pg_get_constraintdef(oid) from pg_constraint where conrelid = of_table and conname = named);
  added text := (select string_agg(quote_literal(word) || '::text, ', '') from unnest(words) word);
begin
  execute format('alter table %s drop constraint %I, add constraint %I %s not valid', of_table, named, named,
    replace(replace(known, 'ARRAY[', 'ARRAY[' || added), ' NOT VALID', ''));
end $$;
select pg_temp.add_words('order_events', 'order_events_kind_check', '{return_expired}');
