-- Staff.

-- Addresses whose owners may become admins with the link that they were mailed.
create table staff_invitations (
  email text primary key check (email = lower(btrim(email)) and char_length(email) between 3 and 255),
  invitation_id uuid not null unique default gen_random_uuid(),
  -- As in users.
  admin_rights text[] check (admin_rights <@ array['products', 'orders', 'payments', 'sellers', 'reviews', 'search',
    'content', 'figures', 'settings']),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- The invitation is void once this account is no longer an owner.
  invited_by uuid not null references users on delete cascade,
  expires_at timestamptz not null
);
create index staff_invitations_invited_by_idx on staff_invitations (invited_by);
create index staff_invitations_expires_at_idx on staff_invitations (expires_at);
