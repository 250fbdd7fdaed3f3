-- Second factors: authenticator apps and phones, and the questions they are asked.

create table factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  factor_type text not null check (factor_type in ('totp', 'phone')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- Empty when the person gave none.
  friendly_name text not null default '' check (char_length(friendly_name) <= 100),
  phone text check (phone ~ '^[1-9][0-9]{1,14}$'),
  -- Encrypted with a key the database does not have.
  sealed_secret bytea,
  -- The latest time step whose code was used: it and the ones before are over.
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
  -- The address it was asked from.
  ip inet,
  attempts smallint not null default 0 check (attempts >= 0),
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index factor_challenges_factor_id_idx on factor_challenges (factor_id);
create index factor_challenges_expires_at_idx on factor_challenges (expires_at);

-- The factor that raised the session; without it the session is a plain one again.
alter table sessions add column factor_id uuid references factors on delete set null;
create index sessions_factor_id_idx on sessions (factor_id) where factor_id is not null;

-- What an account asks for changes what its sessions may do.
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
