-- Checks why seller orders from before are not to be sent.
--
-- Cost: reads the table once, while servers read and write it.

alter table seller_orders validate constraint seller_orders_hold_check;
