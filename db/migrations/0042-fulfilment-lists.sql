-- What the lists of sellers and admins need.
--
-- Cost: about a second for 1,000,000 orders, during which orders cannot be written; no table is rewritten.

-- The views of a seller's orders that seller_orders_open_idx does not serve.
create index seller_orders_done_idx on seller_orders (seller_id, order_number)
  where state in ('delivered', 'cancelled', 'returned') and number is not null;
create index seller_orders_due_idx on seller_orders (seller_id, ship_by) where state in ('pending', 'confirmed');
create index seller_orders_asked_idx on seller_orders (seller_id, order_number) where cancel_requested_at is not null;
create index shipments_problem_idx on shipments (seller_id, order_number)
  where state = 'lost' or (state = 'sent' and missing_at is not null);
create index seller_orders_requests_idx on seller_orders (order_number) where cancel_requested_at is not null;
-- The admins' lists of orders that need them.
create index orders_stopped_idx on orders (order_number)
  where state_source = 'admin' and order_state in ('cancelled', 'returned');
