-- Sign-in: factors, sessions, flows and codes.

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

-- Requests for the code of a factor.
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

-- Active sign-ins, one for each device.
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
  -- The factor that raised the session to aal2; when the factor is removed, the session falls back to aal1.
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
-- A session has at most one live token.
create unique index refresh_tokens_live_key on refresh_tokens (session_id) where revoked_at is null;

-- PKCE: the client starts with a challenge; the code it gets later can be exchanged only with the verifier.
create table flow_states (
  id uuid primary key default gen_random_uuid(),
  code_challenge text not null check (char_length(code_challenge) between 43 and 128),
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  -- The method of the sign-in in progress, as the session's amr names it.
  authentication_method text not null check (char_length(authentication_method) between 1 and 64),
  auth_code_hash bytea unique check (octet_length(auth_code_hash) = 32),
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index flow_states_user_id_idx on flow_states (user_id);
create index flow_states_expires_at_idx on flow_states (expires_at);

-- Sign-ins in progress at another service (OAuth, OpenID Connect, SAML).
create table oauth_flows (
  -- SHA-256 of the state that travels through the browser.
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  provider text not null check (char_length(provider) between 1 and 64),
  redirect_to text not null check (char_length(redirect_to) <= 2048),
  -- Set when the client requested a code instead of tokens.
  flow_id uuid references flow_states on delete cascade,
  -- The session of the user who is linking this identity; the flow ends with it.
  linking_session_id uuid references sessions on delete cascade,
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index oauth_flows_expires_at_idx on oauth_flows (expires_at);
create index oauth_flows_flow_id_idx on oauth_flows (flow_id) where flow_id is not null;
create index oauth_flows_linking_session_id_idx on oauth_flows (linking_session_id) where linking_session_id is not null;

-- One-time codes and links: one for each user and purpose, replaced by the next.
create table one_time_codes (
  user_id uuid not null references users on delete cascade,
  purpose text not null check (char_length(purpose) between 1 and 64),
  -- The email address or phone it was sent to.
  address text not null check (char_length(address) between 1 and 255),
  -- A keyed hash: a plain hash of six digits could be reversed by trying all.
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

-- Tokens that a provider issued for its own services, stored until the client exchanges its code.
create table provider_tokens (
  -- References a row of flow_states, which is deleted once its code is exchanged.
  flow_id uuid primary key,
  -- Encrypted with a key that is not in the database.
  sealed_tokens bytea not null,
  expires_at timestamptz not null
);
create index provider_tokens_expires_at_idx on provider_tokens (expires_at);

-- Networks from which an account signed in or refreshed a session: its owner's devices, exempt from the limit on wrong
-- passwords from all addresses. A network is an IPv4 address or an IPv6 /64.
create table known_networks (
  user_id uuid not null references users on delete cascade,
  network text not null check (char_length(network) between 1 and 64),
  last_used_at timestamptz not null,
  primary key (user_id, network)
);
create index known_networks_last_used_at_idx on known_networks (last_used_at);

-- Fixed windows, counted for all server processes together.
create unlogged table rate_limits (
  -- Limit and client, hashed by the server, so that no IP or email address is stored here.
  key text primary key check (char_length(key) <= 200),
  window_ends_at timestamptz not null,
  used integer not null check (used >= 0)
);
create index rate_limits_window_ends_at_idx on rate_limits (window_ends_at);

create function notify_user_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('account_changes', 'user:' || old.id);
  return null;
end $$;
create trigger users_change after update of role, admin_rights, banned_until, is_anonymous on users
  for each row when (
    old.role <> new.role
    or old.admin_rights is distinct from new.admin_rights
    or old.banned_until is distinct from new.banned_until
    or old.is_anonymous <> new.is_anonymous
  )
  execute function notify_user_change();
comment on trigger users_change on users is
  'Feeds the channel account_changes. Proved by: constraints, indexes and triggers are in force.';
create trigger users_delete after delete on users
  for each row execute function notify_user_change();
comment on trigger users_delete on users is
  'Feeds the channel account_changes. Proved by: constraints, indexes and triggers are in force.';

-- Server processes cache sessions and accounts for some seconds; a message on this channel invalidates them at once.
create function notify_session_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('account_changes', 'session:' || old.id);
  return null;
end $$;
create trigger sessions_change after delete or update of aal on sessions
  for each row execute function notify_session_change();
comment on trigger sessions_change on sessions is
  'Feeds the channel account_changes. Proved by: constraints, indexes and triggers are in force.';

-- Factors change what an account's sessions may do.
create function notify_factor_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('account_changes', 'user:' || old.user_id);
  return null;
end $$;
create trigger factors_change after update of status on factors
  for each row when (old.status <> new.status) execute function notify_factor_change();
comment on trigger factors_change on factors is
  'Feeds the channel account_changes. Proved by: constraints, indexes and triggers are in force.';

create trigger factors_delete after delete on factors
  for each row when (old.status = 'verified') execute function notify_factor_change();
comment on trigger factors_delete on factors is
  'Feeds the channel account_changes. Proved by: constraints, indexes and triggers are in force.';
