-- Previews of unpublished settings.

-- Drafts that a secret address shows for a short time.
create table previews (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  draft jsonb not null check (jsonb_typeof(draft) = 'object'),
  admin_id uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index previews_admin_idx on previews (admin_id);
create index previews_expires_at_idx on previews (expires_at);
