-- Checks the rows from before against the words that 0115 has added to.
--
-- Cost: reads both tables once, while servers read and write them.

alter table order_events validate constraint order_events_kind_check;
alter table admin_actions validate constraint admin_actions_action_check;
