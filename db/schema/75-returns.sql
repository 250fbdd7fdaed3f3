-- Returns: requests, answers, and the units received.

-- A request to return units of a seller order.
create table order_returns (
  return_number bigint primary key generated always as identity,
  order_number bigint not null,
  seller_id uuid not null,
  state text not null default 'requested'
    check (state in ('requested', 'accepted', 'declined', 'withdrawn', 'received', 'expired')),
  reason text not null
    check (reason in ('damaged', 'defective', 'not_as_described', 'wrong_item', 'no_longer_needed', 'other')),
  note text check (char_length(note) between 1 and 500),
  -- The seller's answer: how to send the goods, or why the return was declined.
  instructions text check (char_length(instructions) between 1 and 1000),
  answer_note text check (char_length(answer_note) between 1 and 500),
  carrier text check (char_length(carrier) between 1 and 60),
  tracking_number text check (char_length(tracking_number) between 1 and 60),
  requested_at timestamptz not null,
  answered_at timestamptz,
  withdrawn_at timestamptz,
  -- The buyer reported the goods as sent.
  sent_at timestamptz,
  received_at timestamptz,
  -- The amount refunded, or not captured; null when the order is paid outside the marketplace.
  refunded numeric(15, 2) check (refunded >= 0),
  refund_id uuid unique references refunds (refund_id) on delete set null,
  -- The buyer did not report the goods as sent in time.
  expired_at timestamptz,
  foreign key (seller_id, order_number) references seller_orders on delete cascade,
  -- An expired return may still be received; it keeps expired_at then.
  constraint order_returns_times_check check (
    (answered_at is not null) = (state in ('accepted', 'declined', 'received', 'expired'))
    and (withdrawn_at is not null) = (state = 'withdrawn')
    and (received_at is not null) = (state = 'received')
    and (expired_at is not null or state <> 'expired') and (expired_at is null or state in ('expired', 'received'))
    and (instructions is not null) = (state in ('accepted', 'received', 'expired'))
    and (answer_note is not null) = (state = 'declined')
    and (sent_at is null or state in ('accepted', 'received')) and (sent_at is null) = (carrier is null)
    and (carrier is not null or tracking_number is null) and (refunded is null or state = 'received')
  )
);
create index order_returns_part_idx on order_returns (order_number, seller_id);
-- Returns that await an answer or are in transit.
create index order_returns_open_idx on order_returns (seller_id, order_number) where state in ('requested', 'accepted');
create index order_returns_requested_idx on order_returns (order_number) where state = 'requested';
-- Returns that may expire, the oldest first.
create index order_returns_unsent_idx on order_returns (answered_at) where state = 'accepted' and sent_at is null;

-- The units of a return.
create table order_return_lines (
  return_number bigint not null references order_returns on delete cascade,
  order_number bigint not null,
  line_number smallint not null,
  quantity smallint not null check (quantity > 0),
  -- Units received, and those of them that can be sold again.
  received smallint not null default 0,
  resalable smallint not null default 0,
  primary key (return_number, line_number),
  foreign key (order_number, line_number) references order_lines on delete cascade,
  constraint order_return_lines_check check (received between 0 and quantity and resalable between 0 and received)
);
create index order_return_lines_line_idx on order_return_lines (order_number, line_number);
