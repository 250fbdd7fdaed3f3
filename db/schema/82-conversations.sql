-- Messages between the buyer of an order and each of its sellers.

-- The conversation about a seller order with at least one message.
create table conversations (
  seller_id uuid not null,
  order_number bigint not null,
  -- That of the seller order.
  number smallint not null check (number between 1 and 100),
  -- Counts the messages, which are numbered from 1.
  messages smallint not null check (messages between 0 and 200),
  primary key (seller_id, order_number),
  foreign key (seller_id, order_number) references seller_orders on delete cascade
);

-- The state of a conversation for its buyer, and for its seller.
create table conversation_sides (
  seller_id uuid not null,
  order_number bigint not null,
  side text not null check (side in ('buyer', 'seller')),
  user_id uuid not null references users on delete cascade,
  -- The number of the newest message among all conversations.
  last_message bigint not null,
  -- Up to which message of the conversation it was read.
  read_to smallint not null default 0 check (read_to between 0 and 200),
  -- Messages after that one which are not the user's own.
  unread smallint not null check (unread between 0 and 200),
  -- Up to which message it was mailed, and when; and when it is to be mailed again.
  mailed_to smallint not null default 0 check (mailed_to between 0 and 200),
  mailed_at timestamptz,
  mail_at timestamptz,
  primary key (seller_id, order_number, side),
  foreign key (seller_id, order_number) references conversations on delete cascade
);
create index conversation_sides_user_idx on conversation_sides (user_id, last_message desc);
create index conversation_sides_unread_idx on conversation_sides (user_id, last_message desc) where unread > 0;
create index conversation_sides_order_idx on conversation_sides (user_id, order_number desc);
create index conversation_sides_mail_idx on conversation_sides (mail_at) where mail_at is not null;

-- Messages.
create table conversation_messages (
  -- Unique over all conversations: lists show those with the newest message first.
  message_number bigint not null unique generated always as identity,
  seller_id uuid not null,
  order_number bigint not null,
  -- Unique in its conversation.
  number smallint not null check (number between 1 and 200),
  -- Chosen by the sender: makes a repeated request safe.
  message_id uuid not null,
  by_role text not null check (by_role in ('buyer', 'seller', 'admin')),
  by_user uuid references users on delete set null,
  text text not null check (char_length(text) between 1 and 2000),
  created_at timestamptz not null,
  primary key (seller_id, order_number, number),
  unique (seller_id, order_number, message_id),
  foreign key (seller_id, order_number) references conversations on delete cascade
);
create index conversation_messages_user_idx on conversation_messages (by_user) where by_user is not null;
