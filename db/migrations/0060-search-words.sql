-- Words of products, so that a search finds them in any order and with typing errors.
--
-- Cost: products cannot be written until the end, some milliseconds. A job of the servers fills the tables in batches for the
-- products that are there; until it is done search works as before.

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

-- How far the job has filled the tables. Until it is done they are not read.
create table word_fill (
  only_row boolean primary key default true check (only_row),
  product_number bigint not null default 0,
  is_done boolean not null
);

-- Sellers with other names than their products are found by: a job finds the words of these products in batches.
create table renamed_sellers (
  seller_id uuid primary key,
  -- The products up to this one have their words.
  product_number bigint not null default 0
);

-- Lower case without accents, the same in every locale of the database.
create function fold_text(given text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded text := lower(given collate "C");
begin
  if octet_length(folded) = char_length(folded) then
    return folded;
  end if;
  folded := regexp_replace(normalize(folded, nfkd) collate "C",
    '[\u0300-\u036F\u0483-\u0487\u0591-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670]', '', 'g');
  folded := translate(normalize(folded, nfc),
    'ØøĐđŁłıðÐςĦŊŦƁƂƄƆƇƉƊƋƎƏƐƑƓƔƖƗƘƜƝƟƢƤƦƧƩƬƮƱƲƳƵƷƸƼǤǶǷȜȠȢȤȺȻȽȾɁɃɄɅɆɈɊɌɎͰͲͶͿΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤ'
    || 'ΥΦΧΨΩϏϘϚϜϞϠϢϤϦϨϪϬϮϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞ'
    || 'ҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӀӃӅӇӉӋӍӔӘӠӨӶӺӼӾԀԂԄԆԈԊԌԎԐԒԔԖԘԚԜԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓ'
    || 'ՔՕՖ',
    'ooddlliddσħŋŧɓƃƅɔƈɖɗƌǝəɛƒɠɣɩɨƙɯɲɵƣƥʀƨʃƭʈʊʋƴƶʒƹƽǥƕƿȝƞȣȥⱥȼƚⱦɂƀʉʌɇɉɋɍɏͱͳͷϳαβγδεζηθικλμνξοπρστ'
    || 'υφχψωϗϙϛϝϟϡϣϥϧϩϫϭϯϸϻͻͼͽђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѹѻѽѿҁҋҍҏґғҕҗҙқҝҟ'
    || 'ҡңҥҧҩҫҭүұҳҵҷҹһҽҿӏӄӆӈӊӌӎӕәӡөӷӻӽӿԁԃԅԇԉԋԍԏԑԓԕԗԙԛԝԟԡԣԥԧԩԫԭԯաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփ'
    || 'քօֆ');
  folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  folded := replace(replace(replace(folded, 'Æ', 'ae'), 'Œ', 'oe'), 'Þ', 'th');
  return lower(folded collate "C");
end $$;

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
  -- Statements are planned once for few rows and many: each reads by an index however many words there are.
  with added as (
    insert into words (word)
    select unnest(found_words) except select word from words where word = any(found_words)
    order by 1
    on conflict do nothing returning word_number, word
  )
  insert into word_pieces (piece, word_number) select piece, word_number from added, pieces_of(word) piece;
  if not exists (select from product_words where product_number = any(numbers)) then
    with added as (
      insert into product_words (product_number, word_number, place)
      select product_number, word_number, place
      from unnest(found_numbers, found_words, found_places) as given (product_number, word, place)
      cross join lateral (select word_number from words where words.word = given.word offset 0) known
      returning word_number
    )
    insert into word_changes (word_number, products) select word_number, count(*) from added group by 1;
    return;
  end if;
  with wanted as materialized (
    select product_number, word_number, place
    from unnest(found_numbers, found_words, found_places) as given (product_number, word, place)
    cross join lateral (select word_number from words where words.word = given.word offset 0) known
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

-- Fills the tables for the next products; returns whether there may be more.
create function fill_words(products_at_once integer) returns boolean language plpgsql as $$
declare
  numbers bigint[];
  done_up_to bigint;
begin
  select product_number into done_up_to from word_fill where not is_done for update skip locked;
  if not found then
    return false;
  end if;
  -- Their words must not change between reading and writing.
  numbers := array(
    select product_number from products where product_number > done_up_to
    order by product_number limit products_at_once for share);
  if cardinality(numbers) > 0 then
    perform word_products(numbers);
  end if;
  update word_fill set product_number = coalesce(numbers[cardinality(numbers)], product_number),
    is_done = cardinality(numbers) < products_at_once;
  return cardinality(numbers) = products_at_once;
end $$;

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

-- Adds the changes since the last count to the words, and removes words without products.
create function count_words() returns void language plpgsql as $$
declare
  -- Words that this count leaves without products.
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
  select array_agg(word_number) filter (where products = 0) into emptied from changed;
  -- Writers would wait for this lock. A count that does not get it leaves its words to the next that empties others.
  if emptied is null or not pg_try_advisory_xact_lock(7465005) then
    return;
  end if;
  with empty as (
    select word_number from words
    where products = 0
      and not exists (select from product_words where product_words.word_number = words.word_number)
      and not exists (select from word_changes where word_changes.word_number = words.word_number)
  ), removed as (
    delete from words using empty where words.word_number = empty.word_number returning words.word_number, word
  )
  delete from word_pieces using (select word_number, pieces_of(word) as piece from removed) pieces
    where word_pieces.piece = pieces.piece and word_pieces.word_number = pieces.word_number;
end $$;

-- Writers wait from here to the end, so that no change is missed.
lock table products, seller_pages in share row exclusive mode;
insert into word_fill (is_done) select not exists (select from products);

create or replace function list_inserted_products() returns trigger language plpgsql as $$
begin
  perform list_products(array(select product_number from inserted where visibility = 'visible'));
  insert into uncounted_listings (category, search_name, product_number, listings)
    select unnest(array['All'] || category_set(product_category)), search_name, product_number, 1
    from inserted where visibility = 'visible';
  perform count_listings(min_changes => 500);
  perform word_products(array(select product_number from inserted where visibility = 'visible'));
  return null;
end $$;

create or replace function relist_changed_products() returns trigger language plpgsql as $$
declare
  -- Products to be removed from the lists and those to be added.
  stale bigint[];
  fresh bigint[];
  -- Products that may be found by other words.
  reworded bigint[];
  -- Whether a product is at another place of a list; a new price changes none.
  is_moved boolean;
begin
  if tg_op = 'DELETE' then
    reworded := array(select product_number from old_rows where visibility = 'visible');
    stale := array(select product_number from old_rows where visibility = 'visible');
    is_moved := cardinality(stale) > 0;
  else
    select array_agg(product_number) filter (where before.visibility = 'visible'),
      array_agg(product_number) filter (where after.visibility = 'visible'),
      bool_or((before.product_name, before.product_category, before.visibility)
        is distinct from (after.product_name, after.product_category, after.visibility)),
      array_agg(product_number) filter (where
        (before.product_name, before.product_category, before.visibility, before.seller_id)
        is distinct from (after.product_name, after.product_category, after.visibility, after.seller_id))
      into stale, fresh, is_moved, reworded
      from old_rows before join new_rows after using (product_number)
      where (before.product_name, before.product_price, before.product_category, before.visibility, before.seller_id)
        is distinct from
          (after.product_name, after.product_price, after.product_category, after.visibility, after.seller_id);
  end if;
  if cardinality(stale) > 0 then
    delete from product_listings listing
      using (
        select product_number, search_name, unnest(array['All'] || product_category) as category
        from old_rows where product_number = any(stale)
      ) previous
      where listing.category = previous.category
        and listing.search_name = previous.search_name and listing.product_number = previous.product_number;
    update category_sets set products = category_sets.products - removed.products
      from (
        select category_set(product_category) as categories, count(*) as products
        from old_rows where product_number = any(stale) group by 1
      ) removed
      where category_sets.categories = removed.categories;
  end if;
  if cardinality(fresh) > 0 then
    perform list_products(fresh);
  end if;
  if is_moved then
    if tg_op = 'DELETE' then
      insert into uncounted_listings (category, search_name, product_number, listings)
        select unnest(array['All'] || category_set(product_category)), search_name, product_number, -1
        from old_rows where product_number = any(stale);
    else
      insert into uncounted_listings (category, search_name, product_number, listings)
        select category, search_name, product_number, sum(listings)
        from (
          select unnest(array['All'] || category_set(product_category)) as category, search_name, product_number,
            -1 as listings
          from old_rows where product_number = any(stale)
          union all
          select unnest(array['All'] || category_set(product_category)), search_name, product_number, 1
          from new_rows where product_number = any(fresh)
        ) changes
        group by 1, 2, 3 having sum(listings) <> 0;
    end if;
    perform count_listings(min_changes => 500);
  end if;
  if cardinality(reworded) > 0 then
    perform word_products(reworded);
  end if;
  return null;
end $$;

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
create trigger seller_pages_words_update after update on seller_pages
  referencing old table as old_pages new table as new_pages for each statement execute function reword_sellers();

comment on trigger products_insert on products is
  'Feeds product_listings, category_sets, listing_runs, number_runs, uncounted_listings, words, product_words, word_pieces, word_changes. Proved by: the lists hold the products that are shown; the figures of category_sets are those of the products; the figures of listing_runs and number_runs are those of the lists; words are those of shown products; pieces are those of words.';
comment on trigger products_update on products is
  'Feeds product_listings, category_sets, listing_runs, number_runs, uncounted_listings, words, product_words, word_pieces, word_changes. Proved by: the lists hold the products that are shown; the figures of category_sets are those of the products; the figures of listing_runs and number_runs are those of the lists; words are those of shown products; pieces are those of words.';
comment on trigger products_delete on products is
  'Feeds product_listings, category_sets, listing_runs, number_runs, uncounted_listings, words, product_words, word_pieces, word_changes. Proved by: the lists hold the products that are shown; the figures of category_sets are those of the products; the figures of listing_runs and number_runs are those of the lists; words are those of shown products; pieces are those of words.';
comment on trigger seller_pages_words_insert on seller_pages is
  'Feeds renamed_sellers. Proved by: words are those of shown products.';
comment on trigger seller_pages_words_update on seller_pages is
  'Feeds renamed_sellers. Proved by: words are those of shown products.';
