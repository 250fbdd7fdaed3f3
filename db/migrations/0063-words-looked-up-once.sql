-- Writing a product costs less: its words are looked up once, and products that leave the shop lose theirs without a comparison.
--
-- Cost: none.

create or replace function word_products(numbers bigint[]) returns void language plpgsql
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
