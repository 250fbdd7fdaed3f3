-- Tells every process that what visitors see of the catalogue changed, so that it drops what it keeps of it and does not
-- read from replicas that do not have the change yet. Told when the transaction commits, once for all its statements.

create function notify_catalog_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog_changes', tg_table_name);
  return null;
end $$;
-- By the columns a statement sets, without looking at rows: an order raises total_sales and so costs and says nothing.
-- Suspensions set deleted_at. Categories and lists change with products only.
create trigger products_told after insert or delete or truncate or update of
    seller_id, product_name, product_price, featured_image, other_images, product_desc, product_category, flash_sale,
    deleted_at
  on products for each statement execute function notify_catalog_change();
