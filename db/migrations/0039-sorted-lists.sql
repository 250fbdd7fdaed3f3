-- Admins sort the lists of orders and users by their columns, and their first pages are read in the order of an index.
--
-- Cost: orders and accounts cannot be written while the indexes are built: about three seconds for a million orders.

drop index orders_total_idx;
create index orders_total_idx on orders (total_count, order_number);

-- The name that the list shows: display name, else email address. Names are cut, as entries of an index must be short.
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
