-- Words of products, so that a search finds them in any order and with typing errors; synonyms; what was searched for.

-- All words of products in the shop.
create table words (
  word_number integer primary key generated always as identity,
  word text collate "C" not null unique,
  -- Products with this word, as of the last count.
  products integer not null default 0 check (products >= 0)
) with (fillfactor = 80);

-- The words of products in the shop: of their names, their categories, and their sellers' names.
create table product_words (
  product_number bigint not null,
  word_number integer not null,
  -- Of the first such word in the name, from 1; 0 for a word that is not in the name.
  place smallint not null check (place >= 0),
  -- With the place a search reads the words of a product from the index alone.
  primary key (product_number, word_number) include (place)
);
create index product_words_word_idx on product_words (word_number, product_number);
alter table product_words alter column word_number set statistics 1000;

-- Each word, and each word less one letter: two words that differ by one typing error have a piece in common.
create table word_pieces (
  piece text collate "C" not null,
  word_number integer not null,
  primary key (piece, word_number)
);

-- Products that got (positive) and lost (negative) a word since the last count: writers do not wait for each other.
create table word_changes (
  word_number integer not null,
  products integer not null
);
-- Without a key, logical replication (for upgrades) could not delete rows.
alter table word_changes replica identity full;

-- Sellers with other names than their products are found by: a job finds the words of these products in batches.
create table renamed_sellers (
  seller_id uuid primary key,
  -- The products up to this one have their words.
  product_number bigint not null default 0
);

-- The words of a text in their order, at most 40 letters of each. Words that a hyphen joins are found apart and together,
-- Chinese, Japanese and Korean text by pairs of characters.
create function words_of(given text)
returns table (place integer, word text, is_joined boolean) language plpgsql immutable strict parallel safe as $$
declare
  folded text := regexp_replace(regexp_replace(fold_text(given) collate "C", '[''’‘´]', '', 'g'), '[‐‑]', '-', 'g');
  paired constant text := '[\u3005-\u3007\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7A3]';
  chunk text;
  parts text[];
  part text;
  run text;
  first_place integer;
begin
  place := 0;
  folded := regexp_replace(folded,
    '[\u0001-\u002C\u002E\u002F\u003A-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7]+', ' ', 'g');
  if octet_length(folded) > char_length(folded) then
    folded := regexp_replace(folded,
      '[\u2000-\u206F\u20A0-\u20CF\u2100-\u2BFF\u3000-\u3004\u3008-\u3020\u3030\u303D\uFE00-\uFE6F]+', ' ', 'g');
  end if;
  foreach chunk in array string_to_array(btrim(folded), ' ') loop
    parts := array_remove(string_to_array(chunk, '-'), '');
    first_place := place + 1;
    is_joined := false;
    foreach part in array parts loop
      if octet_length(part) = char_length(part) or part !~ paired then
        place := place + 1;
        word := left(part, 40);
        return next;
        continue;
      end if;
      for run in select matched[1] from regexp_matches(part, paired || '+|[^' || substr(paired, 2) || '+', 'g') matched loop
        for start in 1 .. case when run ~ paired then greatest(char_length(run) - 1, 1) else 1 end loop
          place := place + 1;
          word := case when run ~ paired then substr(run, start, 2) else left(run, 40) end;
          return next;
        end loop;
      end loop;
    end loop;
    if cardinality(parts) > 1 then
      is_joined := true;
      word := left(array_to_string(parts, ''), 40);
      part := place;
      place := first_place;
      return next;
      place := part;
    end if;
  end loop;
end $$;

-- The words of a text, folded and with spaces between them.
create function words_text(given text) returns text language sql immutable strict parallel safe as $$
  select coalesce(string_agg(word, ' ' order by place), '') from words_of(given) where not is_joined
$$;

-- A word, and the word less each of its letters.
create function pieces_of(word text) returns setof text language sql immutable strict parallel safe as $$
  select word
  union
  select left(word, letter - 1) || substr(word, letter + 1)
  from generate_series(1, char_length(word)) letter where char_length(word) >= 3
$$;

-- The words that products in the shop are found by.
create function words_to_find(numbers bigint[])
returns table (product_number bigint, word text, place smallint) language sql stable as $$
  select product_number, word, coalesce(min(place) filter (where place > 0), 0)::smallint
  from products
  cross join lateral (
    select word, place from words_of(product_name)
    union all
    select word, 0 from unnest(product_category) category, words_of(category)
    union all
    select word, 0 from seller_pages, words_of(name) where seller_pages.seller_id = products.seller_id
  ) given
  where product_number = any(numbers) and visibility = 'visible'
  group by 1, 2
$$;

-- Gives products the words that they are found by, and removes others.
create function word_products(numbers bigint[]) returns void language plpgsql
-- Planning these statements for the values takes several times as long as running them.
set plan_cache_mode = force_generic_plan as $$
declare
  found_numbers bigint[];
  found_words text[];
  found_word_numbers integer[];
  found_places smallint[];
begin
  -- Words without products are removed only while nothing is written here.
  perform pg_advisory_xact_lock_shared(7465005);
  -- A seller's name changes before or after.
  perform from seller_pages
    where seller_id = any(array(select seller_id from products where product_number = any(numbers)))
    order by seller_id for share;
  select array_agg(product_number), array_agg(word), array_agg(place)
    into found_numbers, found_words, found_places from words_to_find(numbers);
  if found_words is null then
    with removed as (
      delete from product_words where product_number = any(numbers) returning word_number
    )
    insert into word_changes (word_number, products) select word_number, -count(*) from removed group by 1;
    return;
  end if;
  -- Statements are planned once for few rows and many: each reads by an index however many words there are.
  found_word_numbers := array(
    select (select word_number from words where words.word = given.word)
    from unnest(found_words) with ordinality as given (word, at) order by at);
  if array_position(found_word_numbers, null) is not null then
    with added as (
      insert into words (word)
      select unnest(found_words) except select word from words where word = any(found_words)
      order by 1
      on conflict do nothing returning word_number, word
    )
    insert into word_pieces (piece, word_number) select piece, word_number from added, pieces_of(word) piece;
    found_word_numbers := array(
      select (select word_number from words where words.word = given.word)
      from unnest(found_words) with ordinality as given (word, at) order by at);
  end if;
  if not exists (select from product_words where product_number = any(numbers)) then
    insert into product_words (product_number, word_number, place)
      select * from unnest(found_numbers, found_word_numbers, found_places);
    insert into word_changes (word_number, products)
      select word_number, count(*) from unnest(found_word_numbers) word_number group by 1;
    return;
  end if;
  with wanted as materialized (
    select * from unnest(found_numbers, found_word_numbers, found_places) as given (product_number, word_number, place)
  ), had as materialized (
    select product_number, word_number, place from product_words where product_number = any(numbers)
  ), removed as (
    delete from product_words using had
    where product_words.product_number = had.product_number and product_words.word_number = had.word_number
      and (had.product_number, had.word_number) not in (select product_number, word_number from wanted)
    returning product_words.word_number
  ), moved as (
    update product_words set place = wanted.place from wanted join had using (product_number, word_number)
    where product_words.product_number = wanted.product_number and product_words.word_number = wanted.word_number
      and had.place <> wanted.place
  ), added as (
    insert into product_words (product_number, word_number, place)
    select product_number, word_number, place from wanted
    where (product_number, word_number) not in (select product_number, word_number from had)
    returning word_number
  )
  insert into word_changes (word_number, products)
    select word_number, sum(products)
    from (select word_number, 1 as products from added union all select word_number, -1 from removed) changes
    group by 1 having sum(products) <> 0;
end $$;

-- Counts the products of words that changed, and removes those without any; those that it has to leave it counts again.
create function count_words() returns void language plpgsql as $$
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

-- Has the job find the words of the products of sellers with another name.
create function reword_sellers() returns trigger language plpgsql as $$
begin
  -- A seller may have very many products.
  if tg_op = 'INSERT' then
    insert into renamed_sellers (seller_id)
      select seller_id from new_pages where exists (select from products where products.seller_id = new_pages.seller_id)
      on conflict (seller_id) do update set product_number = 0;
  else
    insert into renamed_sellers (seller_id)
      select seller_id from old_pages before join new_pages after using (seller_id)
      where before.name <> after.name and exists (select from products where products.seller_id = after.seller_id)
      order by seller_id
      on conflict (seller_id) do update set product_number = 0;
  end if;
  return null;
end $$;
create trigger seller_pages_words_insert after insert on seller_pages
  referencing new table as new_pages for each statement execute function reword_sellers();
comment on trigger seller_pages_words_insert on seller_pages is
  'Feeds renamed_sellers. Proved by: words are those of shown products.';
create trigger seller_pages_words_update after update on seller_pages
  referencing old table as old_pages new table as new_pages for each statement execute function reword_sellers();
comment on trigger seller_pages_words_update on seller_pages is
  'Feeds renamed_sellers. Proved by: words are those of shown products.';

-- Finds the words of the next products of a seller with another name; returns whether there may be more to do.
create function word_renamed_sellers(products_at_once integer) returns boolean language plpgsql as $$
declare
  renamed uuid;
  done_up_to bigint;
  numbers bigint[];
begin
  select seller_id into renamed from renamed_sellers order by seller_id limit 1;
  if not found then
    return false;
  end if;
  -- The page before the row of the queue, as a transaction that renames the seller locks them.
  perform from seller_pages where seller_id = renamed for share;
  select product_number into done_up_to from renamed_sellers where seller_id = renamed for update skip locked;
  if not found then
    return false;
  end if;
  numbers := array(
    select product_number from products where seller_id = renamed and product_number > done_up_to
    order by product_number limit products_at_once for share);
  if cardinality(numbers) > 0 then
    perform word_products(numbers);
  end if;
  if cardinality(numbers) < products_at_once then
    delete from renamed_sellers where seller_id = renamed;
  else
    update renamed_sellers set product_number = numbers[cardinality(numbers)] where seller_id = renamed;
  end if;
  return true;
end $$;

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
