-- Sellers have a page of their own in the shop, under a handle that they can change. Earlier handles go on leading to it.

-- The name that the shop shows for a seller; never an email address.
create function seller_name(user_metadata jsonb) returns text language sql immutable parallel safe
return (
  select case when shown ~ '[^[:space:][:cntrl:]\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0]'
    and shown !~ '^[^@[:space:]]+@[^@[:space:]]+$' then shown else 'Seller' end
  from (
    select left(btrim(case when jsonb_typeof(user_metadata -> 'display_name') = 'string'
      then user_metadata ->> 'display_name' else '' end), 100) as shown
  ) given
);

-- The picture of a seller's account.
create function seller_picture(user_metadata jsonb) returns text language sql immutable parallel safe
return (
  select case when jsonb_typeof(user_metadata -> 'avatar_url') = 'string' and char_length(address) <= 500
    then address else '' end
  from (select user_metadata ->> 'avatar_url' as address) given
);

-- Public profiles of sellers, and their declarations about their business.
create table seller_pages (
  seller_id uuid primary key references users (id) on delete cascade,
  -- Sitemap files are ranges of these numbers.
  page_number bigint generated always as identity unique,
  handle text not null unique,
  -- Copied from the seller's account.
  name text not null check (char_length(name) between 1 and 100),
  picture text not null check (char_length(picture) <= 500),
  since timestamptz not null,
  -- Cleaned HTML.
  about text not null default '' check (char_length(about) <= 20000),
  banner text not null default '' check (char_length(banner) <= 500),
  revision integer not null default 1 check (revision > 0),
  updated_at timestamptz not null default now(),
  legal_name text not null default '',
  legal_address text not null default '',
  -- The number in a trade register, or for value added tax.
  legal_number text not null default '',
  -- Usual days to dispatch; null: not declared.
  dispatch_days smallint check (dispatch_days between 1 and 60),
  -- The country that goods are sent from; null: not declared.
  sends_from char(2) check (sends_from ~ '^[A-Z]{2}$'),
  -- Nothing is dispatched before this day.
  away_until date,
  -- A pair of colors, see shared/catalog/awnings.ts.
  awning smallint not null check (awning between 0 and 11),
  -- Null: not declared. Private sellers' details are not shown.
  is_trader boolean,
  legal_phone text not null default '' check (char_length(legal_phone) <= 40),
  legal_email text not null default '' check (char_length(legal_email) <= 255),
  -- The trade register.
  register_name text not null default '' check (char_length(register_name) <= 100),
  -- When the seller certified to comply with the law.
  certified_at timestamptz,
  constraint seller_pages_legal_check check (
    char_length(legal_name) <= 200 and char_length(legal_address) <= 300 and char_length(legal_number) <= 100)
);
create index seller_pages_name_idx on seller_pages using hash (fold_text(name));

-- Approvals of sellers by admins. Every seller has a row. While approval is off, all are approved.
create table seller_approvals (
  seller_id uuid primary key references users (id) on delete cascade,
  approval_state text not null check (approval_state in ('draft', 'asked', 'approved', 'refused', 'fix_by')),
  -- Otherwise the seller's products are hidden. Approved sellers sell on while a correction is due or checked.
  may_sell boolean not null,
  asked_at timestamptz,
  -- The end of the time for a correction.
  fix_by timestamptz,
  -- The admin's reason for the last decision.
  message text check (char_length(message) between 1 and 300),
  decided_by uuid references users on delete set null,
  decided_at timestamptz,
  revision integer not null default 1 check (revision > 0),
  -- When the seller was suspended or refused, or has changed details since.
  closed_at timestamptz,
  constraint seller_approvals_asked_check check (approval_state <> 'asked' or asked_at is not null),
  constraint seller_approvals_fix_by_check check ((approval_state = 'fix_by') = (fix_by is not null)),
  constraint seller_approvals_may_sell_check check (
    case approval_state when 'approved' then may_sell when 'draft' then not may_sell when 'refused' then not may_sell
      else true end)
);
-- The admins' list.
create index seller_approvals_list_idx on seller_approvals ((approval_state <> 'asked'), asked_at, seller_id);
create index seller_approvals_state_idx on seller_approvals (approval_state, asked_at, seller_id);
create index seller_approvals_fix_by_idx on seller_approvals (fix_by) where may_sell and fix_by is not null;
create index seller_approvals_decided_by_idx on seller_approvals (decided_by) where decided_by is not null;
create index seller_approvals_closed_idx on seller_approvals (closed_at) where closed_at is not null;

-- All handles that lead to a page.
create table seller_handles (
  handle text primary key check (handle ~ '^[a-z0-9-]{3,40}$'),
  seller_id uuid not null references users (id) on delete cascade
);
create index seller_handles_seller_idx on seller_handles (seller_id);

-- A handle made from a name, as a base for a free one.
create function handle_of(name text) returns text language sql immutable parallel safe
return (
  select case
    when char_length(cut) >= 3 then cut
    when cut = '' then 'seller'
    else 'seller-' || cut
  end
  from (
    select rtrim(left(btrim(regexp_replace(
      lower(regexp_replace(normalize(replace(name, 'ß', 'ss'), nfkd), '[\u0300-\u036F''’]', '', 'g')) collate "C",
      '[^a-z0-9]+', '-', 'g'), '-'), 30), '-') as cut
  ) made
);

-- The same list as RESERVED_HANDLES in shared/catalog/seller-schema.ts.
create function is_reserved_handle(handle text) returns boolean language sql immutable parallel safe
return handle = any (array[
  'about', 'account', 'admin', 'all', 'api', 'cart', 'categories', 'category', 'checkout', 'contact', 'dashboard', 'edit',
  'help', 'home', 'legal', 'login', 'logout', 'market', 'marketplace', 'new', 'null', 'official', 'openstall', 'order',
  'orders', 'privacy', 'product', 'products', 'search', 'security', 'sellers', 'settings', 'shop', 'shops', 'sign-in',
  'sign-up', 'staff', 'support', 'system', 'terms', 'undefined', 'www'
]);

-- The seller's declarations as a seller page and receipts show them; private sellers' names only.
create function declared_by(page seller_pages) returns jsonb language sql stable parallel safe as $$
  select case when page.is_trader = false then jsonb_build_object('name', page.name) else
    jsonb_strip_nulls(jsonb_build_object('name', page.name, 'legal_name', nullif(page.legal_name, ''),
      'legal_address', nullif(page.legal_address, ''),
      'legal_contact', nullif(concat_ws(E'\n', nullif(page.legal_phone, ''), nullif(page.legal_email, '')), ''),
      'legal_number', nullif(page.legal_number, '')))
  end
$$;

-- Opens the page of a seller under a free handle: the name, or the name with a number.
create function open_seller_page(id uuid, metadata jsonb, since timestamptz) returns void language plpgsql as $$
declare
  base text := handle_of(seller_name(metadata));
  wanted text := base;
  attempt integer := 1;
begin
  loop
    if not is_reserved_handle(wanted) then
      insert into seller_handles (handle, seller_id) values (wanted, id) on conflict do nothing;
      exit when found;
    end if;
    attempt := attempt + 1;
    -- The first numbers may all be taken, for example for sellers without a name.
    wanted := base || '-' || case when attempt < 10 then attempt else 10 + floor(random() * 999999989)::integer end;
  end loop;
  -- The awning follows from the last byte of the account's id.
  insert into seller_pages (seller_id, handle, name, picture, since, awning)
    values (id, wanted, seller_name(metadata), seller_picture(metadata), since, get_byte(uuid_send(id), 15) % 12);
  -- Locked, so that the switch approves all sellers that it does not see.
  insert into seller_approvals (seller_id, approval_state, may_sell)
    select id, case when seller_approval then 'draft' else 'approved' end, not seller_approval from settings for share;
end
$$;

-- Creates and updates sellers' pages, with the name and picture of their account.
create function sync_seller_page() returns trigger language plpgsql as $$
begin
  update seller_pages set name = seller_name(new.user_metadata), picture = seller_picture(new.user_metadata)
    where seller_id = new.id;
  if not found and new.role = 'seller' then
    perform open_seller_page(new.id, new.user_metadata, new.created_at);
  end if;
  return null;
end
$$;
create trigger users_seller_insert after insert on users for each row when (new.role = 'seller')
  execute function sync_seller_page();
comment on trigger users_seller_insert on users is
  'Feeds seller_pages, seller_handles, seller_approvals. Proved by: sellers have pages with the names and pictures of their accounts.';
create trigger users_seller_update after update of role, user_metadata on users for each row
  when (old.role <> new.role or old.user_metadata <> new.user_metadata)
  execute function sync_seller_page();
comment on trigger users_seller_update on users is
  'Feeds seller_pages, seller_handles, seller_approvals. Proved by: sellers have pages with the names and pictures of their accounts.';
