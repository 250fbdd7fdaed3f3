-- Each trigger says which table it feeds, and which rules of `npm run db:check` prove that the table is right.
-- ARCHITECTURE.md lists them; db/triggers.test.ts compares the two.

comment on trigger products_insert on products is
  'Feeds product_listings, category_sets. Proved by: the lists hold the products that are shown; the figures of category_sets are those of the products.';
comment on trigger products_update on products is
  'Feeds product_listings, category_sets. Proved by: the lists hold the products that are shown; the figures of category_sets are those of the products.';
comment on trigger products_delete on products is
  'Feeds product_listings, category_sets. Proved by: the lists hold the products that are shown; the figures of category_sets are those of the products.';
comment on trigger products_price on products is
  'Feeds price_changes. Proved by: former prices are a chain that ends in the price.';

comment on trigger order_lines_insert on order_lines is
  'Feeds seller_orders, seller_days. Proved by: seller_orders are the orders with a seller''s products; the figures of seller_days are those of the orders.';
comment on trigger orders_insert on orders is
  'Feeds order_days. Proved by: the figures of order_days are those of the orders.';
comment on trigger orders_update on orders is
  'Feeds order_days. Proved by: the figures of order_days are those of the orders.';
comment on trigger orders_delete on orders is
  'Feeds order_days. Proved by: the figures of order_days are those of the orders.';

-- These write no row: they invalidate the sessions and accounts that server processes have cached.
comment on trigger sessions_change on sessions is
  'Feeds the channel account_changes. Proved by: constraints, indexes and triggers are in force.';
comment on trigger users_change on users is
  'Feeds the channel account_changes. Proved by: constraints, indexes and triggers are in force.';
comment on trigger users_delete on users is
  'Feeds the channel account_changes. Proved by: constraints, indexes and triggers are in force.';
comment on trigger factors_change on factors is
  'Feeds the channel account_changes. Proved by: constraints, indexes and triggers are in force.';
comment on trigger factors_delete on factors is
  'Feeds the channel account_changes. Proved by: constraints, indexes and triggers are in force.';
