-- Categories of products.

-- Categories. Products have their slugs; addresses and programs use their names.
create table categories (
  slug text primary key check (slug ~ '^[a-z0-9-]{1,40}$'),
  name text not null check (char_length(name) between 1 and 40 and name = btrim(name)),
  -- The order in tiles and menus.
  place smallint not null,
  -- The address of a stored picture; empty for the product's own, or for the first letter.
  picture text not null default '',
  -- Left out of tiles, menus, filters and forms. Its page works.
  is_hidden boolean not null default false,
  -- The category that a task moves its products to. Reads show them there already; then it is deleted.
  moves_to text references categories on update cascade check (moves_to <> slug),
  -- Raised by each change.
  revision integer not null default 1 check (revision > 0)
);
create unique index categories_name_idx on categories (lower(name)) where moves_to is null;
create index categories_moves_to_idx on categories (moves_to) where moves_to is not null;
insert into categories (place, slug, name) values
  (1, 'audio', 'Audio'), (2, 'automotive', 'Automotive'), (3, 'cameras', 'Cameras'), (4, 'computers', 'Computers'),
  (5, 'fashion', 'Fashion'), (6, 'gaming', 'Gaming'), (7, 'groceries', 'Groceries'),
  (8, 'home-furniture', 'Home & Furniture'), (9, 'home-lighting', 'Home & Lighting'), (10, 'phones', 'Phones'),
  (11, 'speakers', 'Speakers'), (12, 'tools-hardware', 'Tools & Hardware'), (13, 'toys', 'Toys'), (14, 'tvs', 'TVs'),
  (15, 'wearables', 'Wearables');

-- Names, in lower case, and slugs that categories had before. Addresses and programs may use them for 90 days.
create table former_categories (
  former text not null check (char_length(former) between 1 and 80),
  is_slug boolean not null,
  slug text not null references categories on update cascade on delete cascade,
  ended_at timestamptz not null,
  primary key (former, is_slug)
);
create index former_categories_slug_idx on former_categories (slug);
create index former_categories_ended_idx on former_categories (ended_at);
