-- Sign-ins that are under way at another service (OAuth, OpenID Connect, SAML).

create table oauth_flows (
  -- SHA-256 of the state that travels through the browser.
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  provider text not null check (char_length(provider) between 1 and 64),
  redirect_to text not null check (char_length(redirect_to) <= 2048),
  -- When the client asked for a code instead of tokens.
  flow_id uuid references flow_states on delete cascade,
  -- The session of a person who wants to add this identity: when it ends, so does this.
  linking_session_id uuid references sessions on delete cascade,
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index oauth_flows_expires_at_idx on oauth_flows (expires_at);
create index oauth_flows_flow_id_idx on oauth_flows (flow_id) where flow_id is not null;
create index oauth_flows_linking_session_id_idx on oauth_flows (linking_session_id) where linking_session_id is not null;

-- What a provider gave for its own services, kept until the client exchanges its code.
create table provider_tokens (
  -- Of a row of flow_states, which is gone once its code is exchanged.
  flow_id uuid primary key,
  -- Encrypted with a key the database does not have.
  sealed_tokens bytea not null,
  expires_at timestamptz not null
);
create index provider_tokens_expires_at_idx on provider_tokens (expires_at);
