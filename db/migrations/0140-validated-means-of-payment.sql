-- Checks with what payments were made.
--
-- Cost: reads the table once, while servers read and write it.

alter table payments validate constraint payments_means_check;
