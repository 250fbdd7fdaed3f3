-- Buyers get a mail about each new order; orders from before get none. Order numbers have no gaps and become visible in
-- rising order, as the counter stays locked until the commit: up to which number mails were queued is all there is to keep.
create table order_mails (
  only_row boolean primary key default true check (only_row),
  last_order_number bigint not null check (last_order_number >= 0)
);
insert into order_mails (last_order_number)
  select coalesce(max(last_number), 0) from counters where name = 'order';
