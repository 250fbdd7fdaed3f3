-- Synonyms for searches, and what was searched for.
--
-- Cost: none. The tables are empty; the check of admin_actions is validated while servers read and write.

-- The words of a text, folded and with spaces between them.
create function words_text(given text) returns text language sql immutable strict parallel safe as $$
  select coalesce(string_agg(word, ' ' order by place), '') from words_of(given) where not is_joined
$$;

-- A search for the words is also one for the synonym, and the other way round unless it is one way.
create table search_synonyms (
  synonym_id uuid primary key,
  words text not null check (char_length(words) between 1 and 40),
  synonym text not null check (char_length(synonym) between 1 and 40),
  is_one_way boolean not null,
  words_text text not null generated always as (words_text(words)) stored check (words_text <> ''),
  synonym_text text not null generated always as (words_text(synonym)) stored check (synonym_text <> ''),
  created_at timestamptz not null,
  check (words_text <> synonym_text)
);
create unique index search_synonyms_pair_idx on search_synonyms (words_text collate "C", synonym_text collate "C");

-- What was searched for on a day (UTC): no account and no address.
create table search_counts (
  day date not null,
  search_text text collate "C" not null check (char_length(search_text) between 1 and 100),
  searches integer not null check (searches > 0),
  -- Those that found no product at all.
  without_result integer not null check (without_result between 0 and searches),
  primary key (day, search_text)
);

alter table admin_actions
  drop constraint admin_actions_action_check,
  add constraint admin_actions_action_check check (action in ('flash_sale', 'delete_product', 'restore_product', 'order_state',
    'suspend_user', 'reinstate_user', 'refund', 'refund_done', 'payment_received', 'payment_look', 'refund_assigned',
    'surplus_returned', 'dispute_answer', 'add_synonym', 'remove_synonym')) not valid;
alter table admin_actions validate constraint admin_actions_action_check;
