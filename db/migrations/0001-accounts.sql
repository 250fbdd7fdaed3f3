-- People, their sessions and sign-in limits.

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(btrim(email)) and char_length(email) between 3 and 255),
  -- argon2id, PHC string.
  password_hash text check (char_length(password_hash) <= 255),
  -- Only the server writes it; user_metadata.role in answers is a copy.
  role text not null default 'buyer' check (role in ('buyer', 'seller', 'admin')),
  -- Without role and cart: both have columns and tables of their own.
  user_metadata jsonb not null default '{}'
    check (jsonb_typeof(user_metadata) = 'object' and octet_length(user_metadata::text) <= 16384),
  email_confirmed_at timestamptz,
  banned_until timestamptz,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index users_email_key on users (email);

create table identities (
  identity_id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  provider text not null check (char_length(provider) between 1 and 64),
  -- The provider's own id of the person; for e-mail the user's id.
  provider_id text not null check (char_length(provider_id) between 1 and 255),
  identity_data jsonb not null default '{}' check (jsonb_typeof(identity_data) = 'object'),
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_user_id_idx on identities (user_id);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- [{method, timestamp}], newest first, as the access token carries it.
  amr jsonb not null check (jsonb_typeof(amr) = 'array'),
  user_agent text check (char_length(user_agent) <= 512),
  ip inet,
  refreshed_at timestamptz,
  created_at timestamptz not null default now()
);
create index sessions_user_id_idx on sessions (user_id);

-- Rotating refresh tokens; only hashes are kept.
create table refresh_tokens (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  session_id uuid not null references sessions on delete cascade,
  parent_hash bytea check (octet_length(parent_hash) = 32),
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index refresh_tokens_session_id_idx on refresh_tokens (session_id);
-- At most one live token a session.
create unique index refresh_tokens_live_key on refresh_tokens (session_id) where revoked_at is null;

-- Server processes remember who is signed in for some seconds; this tells them what to forget at once.
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
create trigger users_change after update of role, banned_until on users
  for each row when (old.role <> new.role or old.banned_until is distinct from new.banned_until)
  execute function notify_user_change();
create trigger users_delete after delete on users
  for each row execute function notify_user_change();

-- Fixed windows counted for all server processes together.
create unlogged table rate_limits (
  -- Which limit, for whom: hashed by the server, so that no address or e-mail stands here.
  key text primary key check (char_length(key) <= 200),
  window_ends_at timestamptz not null,
  used integer not null check (used >= 0)
);
create index rate_limits_window_ends_at_idx on rate_limits (window_ends_at);
