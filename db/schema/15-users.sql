-- Accounts.

-- Buyers, sellers, admins and guests.
create table users (
  id uuid primary key default gen_random_uuid(),
  -- Null for accounts known by a phone only, and for guests.
  email text check (email = lower(btrim(email)) and char_length(email) between 3 and 255),
  -- argon2id, as a PHC string.
  password_hash text check (char_length(password_hash) <= 255),
  -- Written by the server only; user_metadata.role in responses is a copy.
  role text not null default 'buyer' check (role in ('buyer', 'seller', 'admin')),
  -- The rights of an admin; null for owners, who have all.
  admin_rights text[] check (admin_rights is null or role = 'admin' and admin_rights <@ array['products', 'orders',
    'payments', 'sellers', 'reviews', 'search', 'content', 'figures', 'settings']),
  -- Raised by each change of the rights.
  rights_revision integer not null default 1 check (rights_revision > 0),
  -- Without role and cart, which have columns and tables of their own.
  user_metadata jsonb not null default '{}'
    check (jsonb_typeof(user_metadata) = 'object' and octet_length(user_metadata::text) <= 16384),
  email_confirmed_at timestamptz,
  -- A suspended account is banned until then.
  banned_until timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  phone text check (phone ~ '^[1-9][0-9]{1,14}$'),
  phone_confirmed_at timestamptz,
  is_anonymous boolean not null default false,
  -- Requested, but not confirmed yet.
  new_email text check (new_email = lower(btrim(new_email)) and char_length(new_email) between 3 and 255),
  new_phone text check (new_phone ~ '^[1-9][0-9]{1,14}$'),
  -- The first of the two addresses to confirm the change.
  email_change_accepted text check (email_change_accepted in ('current', 'new')),
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change_sent_at timestamptz,
  phone_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  -- An address counts as confirmed without proof where AUTH_EMAIL_CONFIRM or AUTH_PHONE_CONFIRM is off: anyone could have
  -- signed up with it. These are set when ownership was proved: by a code, by a provider, or by the operator's word.
  email_verified_at timestamptz,
  phone_verified_at timestamptz
);
create unique index users_email_key on users (email);
create unique index users_phone_key on users (phone);
create index users_new_email_idx on users (new_email) where new_email is not null;
create index users_new_phone_idx on users (new_phone) where new_phone is not null;
create index users_guests_idx on users (created_at) where is_anonymous;
create index users_created_at_idx on users (created_at, id);

-- The name in the admins' list: display name, else email address. Truncated, as index entries must be short.
create function account_name(email text, user_metadata jsonb) returns text
  language sql immutable parallel safe
  return left(lower(coalesce(
    nullif(btrim(case when jsonb_typeof(user_metadata -> 'display_name') = 'string' then user_metadata ->> 'display_name' end), ''),
    email, 'user')), 100);
create index users_name_idx on users (account_name(email, user_metadata), id);
create index users_role_idx on users (role, created_at, id);
create index users_last_sign_in_idx on users (last_sign_in_at nulls first, id);
-- Suspended accounts are few; their bans end last.
create index users_state_idx on users (banned_until nulls first, created_at, id);

-- The admins' list of accounts, newest first, and searches in names and addresses.
create function account_words(email text, user_metadata jsonb) returns text
  language sql immutable parallel safe
  return fold_text(coalesce(user_metadata ->> 'display_name', '') || chr(10) || coalesce(email, ''));
create index users_words_idx on users using gin (account_words(email, user_metadata) gin_trgm_ops);
create index users_pieces_idx on users using gin (short_pieces(account_words(email, user_metadata)));

-- The ways an account signs in: with a password, or through a provider.
create table identities (
  identity_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  provider text not null check (char_length(provider) between 1 and 64),
  -- The provider's own id of the user; for email the user's id here.
  provider_id text not null check (char_length(provider_id) between 1 and 255),
  identity_data jsonb not null default '{}' check (jsonb_typeof(identity_data) = 'object'),
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_user_id_idx on identities (user_id);
