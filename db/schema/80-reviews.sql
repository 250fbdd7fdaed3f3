-- Reviews of products by buyers who received them, and the ratings of products and sellers.

-- A buyer's only review of a product.
create table reviews (
  review_number bigint primary key generated always as identity,
  review_id text not null generated always as (numbered_id('REV', review_number)) stored unique,
  product_number bigint not null references products on delete cascade,
  -- The seller of the product, stored here because the product may be deleted.
  seller_id uuid not null references users on delete cascade,
  buyer_id uuid not null references users on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  review_text text not null default '' check (char_length(review_text) <= 2000),
  -- The seller's reply.
  answer_text text check (char_length(answer_text) between 1 and 2000),
  answered_at timestamptz,
  -- Stays when the answer is removed: the buyer is notified once.
  first_answered_at timestamptz,
  -- Set by an admin.
  hidden_at timestamptz,
  hidden_reason text check (char_length(hidden_reason) between 1 and 300),
  by_suspended boolean not null default false,
  -- Set by its author. The row stays, so that a review that an admin hid cannot be replaced by a new one.
  removed_at timestamptz,
  is_shown boolean not null generated always as (hidden_at is null and not by_suspended and removed_at is null) stored,
  created_at timestamptz not null,
  edited_at timestamptz,
  unique (product_number, buyer_id),
  check ((answer_text is null) = (answered_at is null)),
  check (answered_at is null or first_answered_at is not null),
  check (hidden_reason is null or hidden_at is not null),
  check (removed_at is null or (review_text = '' and answer_text is null))
);
create index reviews_newest_idx on reviews (product_number, created_at, review_number) where is_shown;
create index reviews_highest_idx on reviews (product_number, rating, created_at, review_number) where is_shown;
create index reviews_lowest_idx on reviews (product_number, rating desc, created_at, review_number) where is_shown;
create index reviews_buyer_idx on reviews (buyer_id);
create index reviews_seller_idx on reviews (seller_id);
create index reviews_quoted_idx on reviews (seller_id, review_number)
  where is_shown and char_length(review_text) between 20 and 200;
-- The admins' list of reviews.
create index reviews_rating_idx on reviews (rating, review_number) where removed_at is null;
create index reviews_hidden_idx on reviews (review_number) where hidden_at is not null;

-- Reports of reviews to the admins.
create table review_reports (
  review_number bigint not null references reviews on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- An admin has decided about the report.
  settled boolean not null default false,
  created_at timestamptz not null,
  primary key (review_number, user_id)
);
create index review_reports_open_idx on review_reports (review_number) where not settled;
create index review_reports_user_idx on review_reports (user_id);

-- The number of visible reviews by stars. Not in `products`, so that only the first rating of a product locks it (shared).
create table product_ratings (
  product_number bigint primary key references products on delete cascade,
  stars_1 integer not null default 0 check (stars_1 >= 0),
  stars_2 integer not null default 0 check (stars_2 >= 0),
  stars_3 integer not null default 0 check (stars_3 >= 0),
  stars_4 integer not null default 0 check (stars_4 >= 0),
  stars_5 integer not null default 0 check (stars_5 >= 0),
  ratings integer not null generated always as (stars_1 + stars_2 + stars_3 + stars_4 + stars_5) stored,
  rating_sum integer not null
    generated always as (stars_1 + 2 * stars_2 + 3 * stars_3 + 4 * stars_4 + 5 * stars_5) stored,
  -- The average, in tenths of a star; null without ratings.
  rating_tenths smallint generated always as (
    (20 * (stars_1 + 2 * stars_2 + 3 * stars_3 + 4 * stars_4 + 5 * stars_5) + stars_1 + stars_2 + stars_3 + stars_4 + stars_5)
    / nullif(2 * (stars_1 + stars_2 + stars_3 + stars_4 + stars_5), 0)) stored
) with (fillfactor = 70);

-- The same for all products of a seller, including those that left the shop.
create table seller_ratings (
  seller_id uuid primary key references users on delete cascade,
  ratings integer not null default 0 check (ratings >= 0),
  rating_sum integer not null default 0 check (rating_sum between ratings and 5 * ratings)
) with (fillfactor = 50);

-- Adds ratings, or subtracts them (changes of -1). Locks products by number, then sellers by id.
create function add_ratings(products bigint[], sellers uuid[], stars smallint[], changes integer[]) returns void
language plpgsql as $$
begin
  insert into product_ratings (product_number)
    select distinct product from unnest(products, changes) as changed (product, change) where change > 0 order by 1
    on conflict do nothing;
  perform from product_ratings where product_number = any(products) order by product_number for no key update;
  update product_ratings kept set
    stars_1 = kept.stars_1 + one, stars_2 = kept.stars_2 + two, stars_3 = kept.stars_3 + three,
    stars_4 = kept.stars_4 + four, stars_5 = kept.stars_5 + five
  from (
    select product, coalesce(sum(change) filter (where star = 1), 0) as one,
      coalesce(sum(change) filter (where star = 2), 0) as two, coalesce(sum(change) filter (where star = 3), 0) as three,
      coalesce(sum(change) filter (where star = 4), 0) as four, coalesce(sum(change) filter (where star = 5), 0) as five
    from unnest(products, stars, changes) as changed (product, star, change) group by product
  ) added where kept.product_number = added.product;
  insert into seller_ratings (seller_id)
    select distinct seller from unnest(sellers, changes) as changed (seller, change) where change > 0 order by 1
    on conflict do nothing;
  perform from seller_ratings where seller_id = any(sellers) order by seller_id for no key update;
  update seller_ratings kept set ratings = kept.ratings + added.ratings, rating_sum = kept.rating_sum + added.rating_sum
  from (
    select seller, sum(change) as ratings, sum(change * star) as rating_sum
    from unnest(sellers, stars, changes) as changed (seller, star, change) group by seller
  ) added where kept.seller_id = added.seller;
end $$;

-- Updates the ratings when a review is shown, hidden or changed.
create function count_ratings() returns trigger language plpgsql as $$
declare
  counted record;
begin
  if tg_op = 'INSERT' then
    select array_agg(product_number) as products, array_agg(seller_id) as sellers, array_agg(rating) as stars,
      array_agg(1) as changes into counted from inserted where is_shown;
  elsif tg_op = 'DELETE' then
    select array_agg(product_number) as products, array_agg(seller_id) as sellers, array_agg(rating) as stars,
      array_agg(-1) as changes into counted from removed where is_shown;
  else
    select array_agg(product_number) as products, array_agg(seller_id) as sellers, array_agg(rating) as stars,
      array_agg(change) as changes into counted from (
        select review_number, product_number, seller_id, rating, sum(change)::integer as change from (
          select *, 1 as change from inserted where is_shown union all select *, -1 from removed where is_shown
        ) both_states group by 1, 2, 3, 4 having sum(change) <> 0
      ) changed;
  end if;
  if counted.products is not null then
    perform add_ratings(counted.products, counted.sellers, counted.stars, counted.changes);
  end if;
  return null;
end $$;
create trigger reviews_insert after insert on reviews
  referencing new table as inserted for each statement execute function count_ratings();
comment on trigger reviews_insert on reviews is
  'Feeds product_ratings, seller_ratings. Proved by: product_ratings and seller_ratings are the reviews that are shown.';
create trigger reviews_update after update on reviews
  referencing old table as removed new table as inserted for each statement execute function count_ratings();
comment on trigger reviews_update on reviews is
  'Feeds product_ratings, seller_ratings. Proved by: product_ratings and seller_ratings are the reviews that are shown.';
create trigger reviews_delete after delete on reviews
  referencing old table as removed for each statement execute function count_ratings();
comment on trigger reviews_delete on reviews is
  'Feeds product_ratings, seller_ratings. Proved by: product_ratings and seller_ratings are the reviews that are shown.';
