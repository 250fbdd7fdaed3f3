-- Checks the events from before against the word that 0121 has added.
--
-- Cost: reads the table once, while servers read and write it.

alter table order_events validate constraint order_events_kind_check;
