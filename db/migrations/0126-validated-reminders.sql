-- Checks how far seller orders from before were reminded.
--
-- Cost: reads the table once, while servers read and write it.

alter table seller_orders validate constraint seller_orders_reminded_check;
