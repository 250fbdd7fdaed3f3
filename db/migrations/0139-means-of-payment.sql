-- What the last attempt of a payment was made with: a press with another card, or another way to pay, is another attempt.
--
-- Cost: none. A column that payments from before have empty; 0140 checks it.

alter table payments add column means text;
alter table payments add constraint payments_means_check check (char_length(means) between 1 and 255) not valid;
