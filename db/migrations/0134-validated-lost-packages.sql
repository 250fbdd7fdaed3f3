-- Checks the rows from before against the words that 0133 has added.
--
-- Cost: reads the three tables once, while servers read and write them.

alter table shipments validate constraint shipments_state_check;
alter table seller_orders validate constraint seller_orders_cancel_lines_check;
alter table seller_orders validate constraint seller_orders_sold_by_check;
alter table order_events validate constraint order_events_kind_check;
