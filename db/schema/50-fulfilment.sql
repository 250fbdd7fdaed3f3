-- Shipments and their lines.

-- A shipment of one seller order.
create table shipments (
  shipment_number bigint primary key generated always as identity,
  order_number bigint not null,
  seller_id uuid not null,
  state text not null check (state in ('sent', 'delivered', 'lost', 'resent', 'refunded', 'voided')),
  -- Empty where nothing is handed to a carrier.
  carrier text not null check (char_length(carrier) <= 60),
  tracking_number text check (char_length(tracking_number) between 1 and 60),
  tracking_url text check (char_length(tracking_url) <= 500),
  expected_on date,
  sent_at timestamptz not null,
  -- The buyer reported it missing: it is not marked as delivered by time.
  missing_at timestamptz,
  delivered_at timestamptz,
  delivered_by text check (delivered_by in ('seller', 'buyer', 'admin', 'time')),
  -- Makes a repeated request safe.
  request_id uuid not null,
  -- When the delivery was recorded. Sellers may enter an earlier day, but the return window must not run out before the buyer
  -- could know.
  delivery_recorded_at timestamptz,
  -- The carrier lost it: the seller resends or refunds it; after five days it is refunded.
  lost_at timestamptz,
  unique (seller_id, request_id),
  foreign key (seller_id, order_number) references seller_orders,
  check ((state = 'delivered') = (delivered_at is not null) and (delivered_at is null) = (delivered_by is null))
);
create index shipments_part_idx on shipments (order_number, seller_id);
create index shipments_problem_idx on shipments (seller_id, order_number)
  where state = 'lost' or (state = 'sent' and missing_at is not null);
-- Missing shipments are not delivered by time.
create index shipments_on_their_way_idx on shipments (sent_at) where state = 'sent' and missing_at is null;
-- Lost shipments to decide about, oldest first.
create index shipments_lost_idx on shipments (lost_at) where state = 'lost';

-- The units in a shipment.
create table shipment_lines (
  shipment_number bigint not null references shipments on delete cascade,
  order_number bigint not null,
  line_number smallint not null,
  quantity smallint not null check (quantity > 0),
  primary key (shipment_number, line_number),
  foreign key (order_number, line_number) references order_lines
);
create index shipment_lines_line_idx on shipment_lines (order_number, line_number);
