-- Checks the rows from before that 0040 added columns to.
--
-- Cost: reads each of the tables once, while servers read and write them.

alter table seller_orders
  validate constraint seller_orders_number_check,
  validate constraint seller_orders_state_check,
  validate constraint seller_orders_goods_check,
  validate constraint seller_orders_shipping_address_check,
  validate constraint seller_orders_previous_address_check,
  validate constraint seller_orders_cancel_note_check,
  validate constraint seller_orders_revision_check,
  validate constraint seller_orders_check;
alter table order_lines validate constraint order_lines_check;
alter table orders validate constraint orders_state_source_check;
