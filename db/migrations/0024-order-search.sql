-- Admins search orders by buyer, state, day and amount.
--
-- Cost: orders cannot be written while the indexes are built: about five seconds for a million orders.

-- Serves every combination of filters without reading the orders themselves: newest first, it ends at the first matches.
drop index orders_created_at_idx;
create index orders_newest_idx on orders (created_at, order_number) include (total_count, order_state, buyer_id);
-- For few matches among many orders.
create index orders_state_idx on orders (order_state, created_at, order_number);
create index orders_total_idx on orders (total_count);
