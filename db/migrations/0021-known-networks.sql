-- Where each account signed in or refreshed a session before: its owner's devices, which the limit for wrong passwords over
-- all addresses lets through. A network is an IPv4 address or an IPv6 /64.
create table known_networks (
  user_id uuid not null references users on delete cascade,
  network text not null check (char_length(network) between 1 and 64),
  last_used_at timestamptz not null,
  primary key (user_id, network)
);
create index known_networks_last_used_at_idx on known_networks (last_used_at);

-- Sessions with an IPv6 address record theirs at their next refresh, within an hour of use.
insert into known_networks (user_id, network, last_used_at)
  select user_id, host(ip), max(coalesce(refreshed_at, created_at)) from sessions where family(ip) = 4 group by 1, 2;
