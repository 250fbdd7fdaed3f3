-- Settings of the marketplace.

-- Settings common to all processes. An operator may change them while servers run.
create table settings (
  only_row boolean primary key default true check (only_row),
  -- Raised by each change.
  revision integer not null default 1 check (revision > 0),
  reservation_minutes smallint not null default 15 check (reservation_minutes between 5 and 60),
  -- The time zone of figures, dispatch days and texts; see TIME_ZONE.
  time_zone text not null default 'UTC',
  -- The currency of all amounts, and how English texts write numbers and times.
  currency text not null default 'USD' check (currency in
    ('USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'NZD', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK')),
  locale text not null default 'en-US' check (locale in ('en-US', 'en-GB', 'en-IE', 'en-CA', 'en-AU')),
  -- ISO 3166 code of the country of most addresses; null while it is not chosen.
  country text check (country ~ '^[A-Z]{2}$'),
  -- When the first admin was made, in any way. From then on no request makes one, even if that admin is deleted.
  setup_done_at timestamptz,
  -- When an admin dismissed the list of what is open before the shop opens.
  opening_dismissed_at timestamptz,
  -- The name and the texts of the footer; null for those of the product.
  market_name text check (char_length(market_name) between 1 and 60),
  about_text text check (char_length(about_text) between 1 and 500),
  contact_lines text[] check (cardinality(contact_lines) between 1 and 6),
  -- Addresses by network. A network with an empty one is not shown, one without any leads nowhere.
  social_links jsonb not null default '{}' check (jsonb_typeof(social_links) = 'object'),
  -- The colors that an admin has chosen; what pages use follows from them.
  brand_color text check (brand_color ~ '^#[0-9a-f]{6}$'),
  accent_color text check (accent_color ~ '^#[0-9a-f]{6}$'),
  -- Addresses of stored pictures; empty for the product's own.
  logo text not null default '',
  icon text not null default '',
  -- The target of the footer's link to products: an address without a page, or all products.
  products_link text not null default 'none' check (products_link in ('none', 'all')),
  -- Admins must have a second sign-in step; see ADMIN_SECOND_FACTOR.
  admin_second_factor boolean not null default false,
  -- With it, sellers sell once an admin has approved them.
  seller_approval boolean not null default false,
  -- Declarations that a seller needs to ask for approval; see SELLER_REQUIREMENTS.
  seller_requirements text[] not null default '{}' check (cardinality(seller_requirements) <= 20),
  -- Raised by each change of these two.
  approval_revision integer not null default 1 check (approval_revision > 0)
);
insert into settings default values;

-- The currency of amounts as payment providers write it.
create function market_currency() returns text language sql stable parallel safe
  return (select lower(currency) from settings);

-- The day of a time in the marketplace's time zone. A query over many rows is faster when it reads the zone once itself.
create function market_day(moment timestamptz) returns date language sql stable strict parallel safe
  return (moment at time zone (select time_zone from settings))::date;

-- The start of a day in the marketplace's time zone; where clocks are set back at midnight, the first of two.
create function market_day_start(day date) returns timestamptz language sql stable strict parallel safe
  return (
    select start - case when ((start - interval '1 hour') at time zone time_zone)::date = day
      then interval '1 hour' else interval '0' end
    from (select day::timestamp at time zone time_zone as start, time_zone from settings) zoned
  );

create function working_day_after(day date, days integer) returns date
  language sql immutable parallel safe
  -- A weekend counts as the Friday before it.
  return day - greatest(extract(isodow from day)::integer - 5, 0)
    + days + 2 * ((least(extract(isodow from day)::integer, 5) - 1 + days) / 5);
