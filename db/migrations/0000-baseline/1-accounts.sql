-- Accounts: users, their sessions, and what signing in needs.

-- Searches by parts of names and addresses.
create extension if not exists pg_trgm;

-- All one- and two-letter pieces of a name. Trigrams need three letters in a row; an index of pieces finds shorter terms.
create function short_pieces(name text) returns text[]
  language sql immutable strict parallel safe cost 1000
  return array(
    select distinct unnest(string_to_array(name, null))
    union all
    select distinct substr(name, at, 2) from generate_series(1, length(name) - 1) at
  );

create table users (
  id uuid primary key default gen_random_uuid(),
  -- Null for accounts known by a phone only, and for guests.
  email text check (email = lower(btrim(email)) and char_length(email) between 3 and 255),
  -- argon2id, as a PHC string.
  password_hash text check (char_length(password_hash) <= 255),
  -- Written by the server only; user_metadata.role in responses is a copy.
  role text not null default 'buyer' check (role in ('buyer', 'seller', 'admin')),
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
  -- Which of the two addresses has confirmed the change so far.
  email_change_accepted text check (email_change_accepted in ('current', 'new')),
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change_sent_at timestamptz,
  phone_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz
);
create unique index users_email_key on users (email);
create unique index users_phone_key on users (phone);
create index users_new_email_idx on users (new_email) where new_email is not null;
create index users_new_phone_idx on users (new_phone) where new_phone is not null;
create index users_guests_idx on users (created_at) where is_anonymous;

-- The admin's list of accounts: newest first, and by what names and addresses contain.
create function account_words(email text, user_metadata jsonb) returns text
  language sql immutable parallel safe
  return lower(coalesce(user_metadata ->> 'display_name', '') || chr(10) || coalesce(email, ''));
create index users_created_at_idx on users (created_at, id);
create index users_words_idx on users using gin (account_words(email, user_metadata) gin_trgm_ops);
create index users_pieces_idx on users using gin (short_pieces(account_words(email, user_metadata)));

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

-- Second factors: authenticator apps and phones.
create table factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  factor_type text not null check (factor_type in ('totp', 'phone')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- Empty when the user gave none.
  friendly_name text not null default '' check (char_length(friendly_name) <= 100),
  phone text check (phone ~ '^[1-9][0-9]{1,14}$'),
  -- Encrypted with a key that is not in the database.
  sealed_secret bytea,
  -- The latest time step whose code was used: codes of this step and of earlier ones are refused.
  used_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((factor_type = 'phone') = (phone is not null)),
  check ((factor_type = 'totp') = (sealed_secret is not null))
);
create unique index factors_name_key on factors (user_id, friendly_name);
create unique index factors_phone_key on factors (user_id, phone) where phone is not null;
create index factors_unverified_idx on factors (created_at) where status = 'unverified';

create table factor_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references factors on delete cascade,
  -- The address of the client that requested it.
  ip inet,
  attempts smallint not null default 0 check (attempts >= 0),
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index factor_challenges_factor_id_idx on factor_challenges (factor_id);
create index factor_challenges_expires_at_idx on factor_challenges (expires_at);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- [{method, timestamp}], newest first, as the access token carries it.
  amr jsonb not null check (jsonb_typeof(amr) = 'array'),
  user_agent text check (char_length(user_agent) <= 512),
  ip inet,
  refreshed_at timestamptz,
  created_at timestamptz not null default now(),
  -- The factor that raised the session; when it is removed the session has one factor again.
  factor_id uuid references factors on delete set null
);
create index sessions_user_id_idx on sessions (user_id);
create index sessions_created_at_idx on sessions (created_at);
create index sessions_factor_id_idx on sessions (factor_id) where factor_id is not null;

-- Rotating refresh tokens, stored as hashes.
create table refresh_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  session_id uuid not null references sessions on delete cascade,
  parent_hash bytea check (octet_length(parent_hash) = 32),
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_tokens_session_id_idx on refresh_tokens (session_id);
create index refresh_tokens_revoked_at_idx on refresh_tokens (revoked_at) where revoked_at is not null;
-- At most one live token for each session.
create unique index refresh_tokens_live_key on refresh_tokens (session_id) where revoked_at is null;

-- PKCE: the client starts with a challenge; the code it gets later can be exchanged only with the verifier.
create table flow_states (
  id uuid primary key default gen_random_uuid(),
  code_challenge text not null check (char_length(code_challenge) between 43 and 128),
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  -- How the user will have signed in, as the session's amr names it.
  authentication_method text not null check (char_length(authentication_method) between 1 and 64),
  auth_code_hash bytea unique check (octet_length(auth_code_hash) = 32),
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index flow_states_user_id_idx on flow_states (user_id);
create index flow_states_expires_at_idx on flow_states (expires_at);

-- Codes and links that are used once: one for each user and purpose; a new one replaces it.
create table one_time_codes (
  user_id uuid not null references users on delete cascade,
  purpose text not null check (char_length(purpose) between 1 and 64),
  -- The email address or phone it was sent to.
  address text not null check (char_length(address) between 1 and 255),
  -- A keyed hash: six digits could be found from a plain one by trying all.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  link_hash bytea unique check (octet_length(link_hash) = 32),
  flow_id uuid references flow_states on delete set null,
  attempts smallint not null default 0 check (attempts >= 0),
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (user_id, purpose)
);
create index one_time_codes_address_idx on one_time_codes (address, purpose);
create index one_time_codes_flow_id_idx on one_time_codes (flow_id) where flow_id is not null;
create index one_time_codes_expires_at_idx on one_time_codes (expires_at);

-- Sign-ins in progress at another service (OAuth, OpenID Connect, SAML).
create table oauth_flows (
  -- SHA-256 of the state that travels through the browser.
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  provider text not null check (char_length(provider) between 1 and 64),
  redirect_to text not null check (char_length(redirect_to) <= 2048),
  -- Set when the client requested a code instead of tokens.
  flow_id uuid references flow_states on delete cascade,
  -- The session of a user who adds this identity: the flow ends with it.
  linking_session_id uuid references sessions on delete cascade,
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index oauth_flows_expires_at_idx on oauth_flows (expires_at);
create index oauth_flows_flow_id_idx on oauth_flows (flow_id) where flow_id is not null;
create index oauth_flows_linking_session_id_idx on oauth_flows (linking_session_id) where linking_session_id is not null;

-- Tokens that a provider issued for its own services, kept until the client exchanges its code.
create table provider_tokens (
  -- Of a row of flow_states, which is deleted once its code is exchanged.
  flow_id uuid primary key,
  -- Encrypted with a key that is not in the database.
  sealed_tokens bytea not null,
  expires_at timestamptz not null
);
create index provider_tokens_expires_at_idx on provider_tokens (expires_at);

-- Fixed windows, counted for all server processes together.
create unlogged table rate_limits (
  -- Limit and client, hashed by the server, so that no IP or email address is stored here.
  key text primary key check (char_length(key) <= 200),
  window_ends_at timestamptz not null,
  used integer not null check (used >= 0)
);
create index rate_limits_window_ends_at_idx on rate_limits (window_ends_at);

-- Actions of admins on products, orders and accounts, written by the same transaction.
create table admin_actions (
  action_number bigint primary key generated always as identity,
  admin_id uuid not null references users,
  action text not null check (
    action in ('flash_sale', 'delete_product', 'restore_product', 'order_state', 'suspend_user', 'reinstate_user')
  ),
  -- A product_id, an order_id or the id of an account.
  target text not null check (char_length(target) <= 36),
  from_value text check (char_length(from_value) <= 100),
  to_value text check (char_length(to_value) <= 100),
  created_at timestamptz not null
);
create index admin_actions_target_idx on admin_actions (target, action_number);
create index admin_actions_admin_idx on admin_actions (admin_id);

-- Server processes cache sessions and accounts for some seconds; a message on this channel drops them at once.
create function notify_session_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('account_changes', 'session:' || old.id);
  return null;
end $$;
create trigger sessions_change after delete or update of aal on sessions
  for each row execute function notify_session_change();

create function notify_user_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('account_changes', 'user:' || old.id);
  return null;
end $$;
create trigger users_change after update of role, banned_until, is_anonymous on users
  for each row when (
    old.role <> new.role
    or old.banned_until is distinct from new.banned_until
    or old.is_anonymous <> new.is_anonymous
  )
  execute function notify_user_change();
create trigger users_delete after delete on users
  for each row execute function notify_user_change();

-- Factors change what an account's sessions may do.
create function notify_factor_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('account_changes', 'user:' || new.user_id);
  return null;
end $$;
create trigger factors_change after update of status on factors
  for each row when (old.status <> new.status) execute function notify_factor_change();
create function notify_factor_removal() returns trigger language plpgsql as $$
begin
  perform pg_notify('account_changes', 'user:' || old.user_id);
  return null;
end $$;
create trigger factors_delete after delete on factors
  for each row when (old.status = 'verified') execute function notify_factor_removal();
