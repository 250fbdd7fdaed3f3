-- What the admin's screens read and leave behind: sales by day, what admins did, former prices, who is suspended.

-- Sales of each UTC day, kept by the transactions that change orders: figures cost the number of days, not of orders.
-- Today's row is no new place to queue at: orders already wait for each other at the order counter.
create table order_days (
  day date primary key,
  orders bigint not null check (orders >= 0),
  total_count numeric(20, 2) not null check (total_count >= 0)
) with (fillfactor = 50);

create function utc_day(moment timestamptz) returns date
  language sql immutable strict parallel safe
  return (moment at time zone 'UTC')::date;

create function count_inserted_orders() returns trigger language plpgsql as $$
begin
  insert into order_days as known (day, orders, total_count)
    select utc_day(created_at), count(*), sum(total_count) from inserted group by 1 order by 1
    on conflict (day) do update
      set orders = known.orders + excluded.orders, total_count = known.total_count + excluded.total_count;
  return null;
end $$;
create trigger orders_insert after insert on orders
  referencing new table as inserted for each statement execute function count_inserted_orders();

-- The application changes neither time nor total and deletes nothing; who does so by hand keeps the figures right.
create function recount_order() returns trigger language plpgsql as $$
begin
  update order_days set orders = orders - 1, total_count = total_count - old.total_count
    where day = utc_day(old.created_at);
  if tg_op = 'UPDATE' then
    insert into order_days as known (day, orders, total_count) values (utc_day(new.created_at), 1, new.total_count)
      on conflict (day) do update set orders = known.orders + 1, total_count = known.total_count + new.total_count;
  end if;
  return null;
end $$;
create trigger orders_update after update of created_at, total_count on orders
  for each row when ((old.created_at, old.total_count) is distinct from (new.created_at, new.total_count))
  execute function recount_order();
create trigger orders_delete after delete on orders for each row execute function recount_order();

insert into order_days (day, orders, total_count)
  select utc_day(created_at), count(*), sum(total_count) from orders group by 1;

-- Who did what to which product, order or account, written by the transaction that did it.
create table admin_actions (
  action_number bigint primary key generated always as identity,
  admin_id uuid not null references users,
  action text not null check (
    action in ('flash_sale', 'delete_product', 'restore_product', 'order_state', 'suspend_user', 'reinstate_user')
  ),
  -- A product_id, an order_id or the id of an account.
  target text not null check (char_length(target) <= 36),
  from_value text check (char_length(from_value) <= 100),
  to_value text check (char_length(to_value) <= 100),
  created_at timestamptz not null
);
create index admin_actions_target_idx on admin_actions (target, action_number);
create index admin_actions_admin_idx on admin_actions (admin_id);

-- Former prices: a product on flash sale shows the lowest price of its last 30 days.
create table price_changes (
  change_number bigint primary key generated always as identity,
  product_number bigint not null references products on delete cascade,
  price_before numeric(9, 2) not null,
  price_after numeric(9, 2) not null,
  changed_at timestamptz not null default clock_timestamp()
);
create index price_changes_product_idx on price_changes (product_number, changed_at) include (price_before);

create function keep_former_price() returns trigger language plpgsql as $$
begin
  insert into price_changes (product_number, price_before, price_after)
    values (new.product_number, old.product_price, new.product_price);
  return null;
end $$;
create trigger products_price after update of product_price on products
  for each row when (old.product_price <> new.product_price) execute function keep_former_price();

-- Products that are hidden (deleted_at) only because their seller is suspended: they come back with the seller.
alter table products
  add column hidden_with_seller boolean not null default false,
  add check (not hidden_with_seller or deleted_at is not null);

create function hide_products_of_suspended() returns trigger language plpgsql as $$
begin
  -- In the order in which orders lock them.
  perform from products where seller_id = new.id order by product_number for no key update;
  if new.banned_until > now() then
    update products set deleted_at = now(), hidden_with_seller = true
      where seller_id = new.id and deleted_at is null;
  else
    update products set deleted_at = null, hidden_with_seller = false
      where seller_id = new.id and hidden_with_seller;
  end if;
  return null;
end $$;
create trigger users_suspension after update of banned_until on users
  for each row when (old.banned_until is distinct from new.banned_until)
  execute function hide_products_of_suspended();

-- What a suspension did not see because it was on its way into the shop is hidden like the rest. The lock makes a
-- suspension that is under way and the newcomer wait for each other; it must be had before the state is looked at.
create function hide_newcomer_of_suspended() returns trigger language plpgsql as $$
declare
  until timestamptz;
begin
  select banned_until into until from users where id = new.seller_id for share;
  if until > now() then
    new.deleted_at := now();
    new.hidden_with_seller := true;
  else
    new.hidden_with_seller := false;
  end if;
  return new;
end $$;
create trigger products_newcomer before insert on products
  for each row when (new.deleted_at is null) execute function hide_newcomer_of_suspended();
create trigger products_return before update of deleted_at on products
  for each row when (old.deleted_at is not null and new.deleted_at is null)
  execute function hide_newcomer_of_suspended();

-- Many products change at once now: the lists follow by the statement. Row by row, each would rewrite the count of its
-- categories, and the versions of those few rows would pile up within the transaction.
drop trigger products_update on products;
drop trigger products_delete on products;
drop function relist_changed_product();
drop function unlist_product(products);

create function relist_changed_products() returns trigger language plpgsql as $$
declare
  -- Products that were in the lists and those to be put there.
  stale bigint[];
  fresh bigint[];
begin
  if tg_op = 'DELETE' then
    stale := array(select product_number from old_rows where deleted_at is null);
  else
    select array_agg(product_number) filter (where was.deleted_at is null),
      array_agg(product_number) filter (where becomes.deleted_at is null)
      into stale, fresh
      from old_rows was join new_rows becomes using (product_number)
      where (was.product_name, was.product_price, was.product_category, was.deleted_at)
        is distinct from (becomes.product_name, becomes.product_price, becomes.product_category, becomes.deleted_at);
  end if;
  if cardinality(stale) > 0 then
    delete from product_listings listing
      using (
        select product_number, search_name, unnest(array['All'] || product_category) as category
        from old_rows where product_number = any(stale)
      ) was
      where listing.category = was.category
        and listing.search_name = was.search_name and listing.product_number = was.product_number;
    update category_sets set products = category_sets.products - gone.products
      from (
        select category_set(product_category) as categories, count(*) as products
        from old_rows where product_number = any(stale) group by 1
      ) gone
      where category_sets.categories = gone.categories;
  end if;
  if cardinality(fresh) > 0 then
    perform list_products(fresh);
  end if;
  return null;
end $$;
create trigger products_update after update on products
  referencing old table as old_rows new table as new_rows
  for each statement execute function relist_changed_products();
create trigger products_delete after delete on products
  referencing old table as old_rows for each statement execute function relist_changed_products();

-- The list of accounts: newest first, and by what their names and addresses contain.
create function account_words(email text, user_metadata jsonb) returns text
  language sql immutable parallel safe
  return lower(coalesce(user_metadata ->> 'display_name', '') || chr(10) || coalesce(email, ''));
create index users_created_at_idx on users (created_at, id);
create index users_words_idx on users using gin (account_words(email, user_metadata) gin_trgm_ops);
