-- Stop all servers first. Older ones would show hidden products and could delete none.
--
-- One column says whether a product is in the shop. Until now deleted_at meant two things: deleted, or hidden because the
-- seller is suspended, distinguished by hidden_with_seller.
--
-- Cost: the table cannot be read or written until the end. Rows of products in the shop are not rewritten; those of hidden and deleted
-- ones are, and the seven partial indexes are rebuilt: a million products took two minutes on two busy cores.

-- The same products are visible before and after, so the lists stay as they are.
alter table products disable trigger products_update;
drop index products_shown_idx, products_flash_sale_idx, products_stall_idx, products_stall_name_idx,
  products_stall_price_idx, products_deleted_idx, products_hidden_idx;

alter table products
  drop constraint products_check,
  add column visibility text not null default 'visible';
update products set visibility = 'hidden_by_suspension', deleted_at = null where hidden_with_seller;
update products set visibility = 'deleted' where deleted_at is not null;
alter table products
  drop column hidden_with_seller,
  add constraint products_visibility_check check (visibility in ('visible', 'hidden_by_suspension', 'deleted')),
  -- The time of the deletion: an admin may undo it for a short while, then the pictures are removed.
  add constraint products_deleted_at_check check ((visibility = 'deleted') = (deleted_at is not null)),
  enable trigger products_update;

create index products_visible_idx on products (product_number) where visibility = 'visible';
create index products_flash_sale_idx on products (product_number) where flash_sale and visibility = 'visible';
-- A seller's list in the orders that sales do not change.
create index products_seller_visible_idx on products (seller_id, product_number) where visibility = 'visible';
create index products_seller_name_idx on products (seller_id, search_name, product_number) where visibility = 'visible';
create index products_seller_price_idx on products (seller_id, product_price, product_number)
  where visibility = 'visible';
create index products_hidden_idx on products (seller_id, product_number) where visibility = 'hidden_by_suspension';
-- Deleted products that still have pictures.
create index products_deleted_idx on products (deleted_at) where visibility = 'deleted' and featured_image <> '';

create or replace function list_inserted_products() returns trigger language plpgsql as $$
begin
  perform list_products(array(select product_number from inserted where visibility = 'visible'));
  return null;
end $$;

create or replace function relist_changed_products() returns trigger language plpgsql as $$
declare
  -- Products to be removed from the lists and those to be added.
  stale bigint[];
  fresh bigint[];
begin
  if tg_op = 'DELETE' then
    stale := array(select product_number from old_rows where visibility = 'visible');
  else
    select array_agg(product_number) filter (where before.visibility = 'visible'),
      array_agg(product_number) filter (where after.visibility = 'visible')
      into stale, fresh
      from old_rows before join new_rows after using (product_number)
      where (before.product_name, before.product_price, before.product_category, before.visibility)
        is distinct from (after.product_name, after.product_price, after.product_category, after.visibility);
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
  return null;
end $$;
