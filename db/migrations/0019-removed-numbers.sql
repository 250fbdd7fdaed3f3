-- The numbers of products and orders that were removed with the demo: they are not missing, and never used again.
-- Cost: none.

create table removed_numbers (
  counter text not null references counters (name),
  number bigint not null check (number > 0),
  primary key (counter, number)
);
