-- Search: the index of products, words for correcting typos, synonyms, and counts of searches.

-- The products in the shop.
create table product_search (
  product_number bigint primary key,
  seller_id uuid not null,
  categories text[] not null,
  -- The sort key: the name in lower case.
  name text collate "C" not null,
  price numeric(9, 2) not null,
  -- Whole stars of the average; 0 without a rating.
  rating smallint not null,
  in_stock boolean not null,
  on_sale boolean not null,
  -- The name without accents, for searches within words.
  letters text collate "C" not null,
  -- The words of the name (weight A), and of the categories' slugs and the seller's name (B).
  document tsvector not null
) with (fillfactor = 90);
-- Include letters, categories and what most filters compare, so that a search for a frequent text, in the order of names,
-- filtered and counted by category, is an index-only scan.
create index product_search_name_idx on product_search (name, product_number)
  include (letters, categories, price, in_stock, on_sale);
create index product_search_price_idx on product_search (price, product_number) include (letters, categories);
-- A category is at one of three positions, so its list is merged from three index scans. Including the categories allows
-- index-only scans and counts.
create index product_search_name_1_idx on product_search ((categories[1]), name, product_number) include (categories);
create index product_search_name_2_idx on product_search ((categories[2]), name, product_number) include (categories)
  where categories[2] is not null;
create index product_search_name_3_idx on product_search ((categories[3]), name, product_number) include (categories)
  where categories[3] is not null;
create index product_search_price_1_idx on product_search ((categories[1]), price, product_number);
create index product_search_price_2_idx on product_search ((categories[2]), price, product_number)
  where categories[2] is not null;
create index product_search_price_3_idx on product_search ((categories[3]), price, product_number)
  where categories[3] is not null;
create index product_search_seller_idx on product_search (seller_id);
create index product_search_rating_idx on product_search (rating) where rating >= 3;
create index product_search_sale_idx on product_search (product_number) where on_sale;
create index product_search_document_idx on product_search using gin (document);
create index product_search_letters_idx on product_search using gin (letters gin_trgm_ops);
create index product_search_pieces_idx on product_search using gin (short_pieces(letters));
-- The plan of a search depends on the frequency of its text: 100 buckets would not distinguish 1% from 0.1%.
alter table product_search alter column letters set statistics 1000;

-- The rows of product_search as they should be.
create view searchable_products as
  select product_number, seller_id,
    array(select category from unnest(product_category) with ordinality as given (category, place)
      group by category order by min(place)) as categories,
    search_name as name, product_price as price, coalesce(rating_tenths / 10, 0)::smallint as rating,
    coalesce(stock_state <> 'out', true) as in_stock, flash_sale as on_sale, fold_text(product_name) as letters,
    setweight(words_document(product_name), 'A')
      -- Without hyphens: words that they join would be found as one as well.
      || setweight(words_document(concat_ws(' ', replace(product_category::text, '-', ' '), name)), 'B') as document
  from products
  left join seller_pages using (seller_id)
  left join product_ratings using (product_number)
  left join stock using (product_number)
  where visibility = 'visible';

-- Updates the row of a product.
create function update_searched_product() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.visibility <> 'visible' then
    delete from product_search where product_number = old.product_number;
  elsif tg_op = 'UPDATE' and (old.visibility, old.product_name, old.product_category)
      = ('visible', new.product_name, new.product_category) then
    update product_search set price = new.product_price, on_sale = new.flash_sale
      where product_number = new.product_number and (price, on_sale) <> (new.product_price, new.flash_sale);
  else
    -- Serialises with changes of the seller's name and of the rating.
    perform from seller_pages where seller_id = new.seller_id for share;
    perform from product_ratings where product_number = new.product_number for share;
    delete from product_search where product_number = new.product_number;
    insert into product_search select * from searchable_products where product_number = new.product_number;
  end if;
  return null;
end $$;
create trigger products_search
  after insert or delete or update of product_name, product_price, product_category, visibility, flash_sale on products
  for each row execute function update_searched_product();
comment on trigger products_search on products is
  'Feeds product_search. Proved by: product_search has the products of the shop.';

-- Updates what comes from other tables: the stock when it runs out or is back, and the rating when its whole stars change.
-- The application reindexes the products of a renamed seller, in batches.
create function update_searched_facts() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'product_ratings' and tg_op = 'INSERT' then
    -- The product may be entering the shop.
    perform from products where product_number = new.product_number for share;
  end if;
  update product_search set in_stock = present.in_stock, rating = present.rating from searchable_products present
    where product_search.product_number = coalesce(new.product_number, old.product_number)
      and present.product_number = product_search.product_number
      and (product_search.in_stock, product_search.rating) <> (present.in_stock, present.rating);
  return null;
end $$;
create trigger stock_search after update on stock for each row
  when ((old.stock_state = 'out') <> (new.stock_state = 'out')) execute function update_searched_facts();
comment on trigger stock_search on stock is
  'Feeds product_search. Proved by: product_search has the products of the shop.';
create trigger stock_search_begin_end after insert or delete on stock for each row execute function update_searched_facts();
comment on trigger stock_search_begin_end on stock is
  'Feeds product_search. Proved by: product_search has the products of the shop.';
create trigger product_ratings_search after update on product_ratings for each row
  when (coalesce(old.rating_tenths / 10, 0) <> coalesce(new.rating_tenths / 10, 0)) execute function update_searched_facts();
comment on trigger product_ratings_search on product_ratings is
  'Feeds product_search. Proved by: product_search has the products of the shop.';
create trigger product_ratings_search_begin after insert on product_ratings for each row
  execute function update_searched_facts();
comment on trigger product_ratings_search_begin on product_ratings is
  'Feeds product_search. Proved by: product_search has the products of the shop.';

-- The words of products in the shop as of the last count; typos are corrected to them.
create table search_words (
  word text collate "C" primary key check (char_length(word) between 3 and 40),
  products integer not null check (products > 0)
);
create index search_words_trigrams_idx on search_words using gin (word gin_trgm_ops);

-- A search for `words` also finds the synonym, and the other way round unless it is one-way.
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

-- Searches of a day, without accounts or addresses.
create table search_counts (
  day date not null,
  search_text text collate "C" not null check (char_length(search_text) between 1 and 100),
  searches integer not null check (searches > 0),
  -- Searches that found no product at all.
  without_result integer not null check (without_result between 0 and searches),
  primary key (day, search_text)
);
