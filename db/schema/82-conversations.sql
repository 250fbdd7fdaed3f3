-- Messages between the buyer of an order and each of its sellers.

-- Conversations about seller orders; each has at least one message.
create table conversations (
  seller_id uuid not null,
  order_number bigint not null,
  -- The number of the seller order.
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
  -- The last message read, by its number in the conversation.
  read_to smallint not null default 0 check (read_to between 0 and 200),
  -- Later messages from the other side.
  unread smallint not null check (unread between 0 and 200),
  -- The last message mailed, when, and when the next mail is due.
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
  -- Unique over all conversations, to sort lists by the newest message.
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
