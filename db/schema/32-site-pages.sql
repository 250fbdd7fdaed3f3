-- Pages that the marketplace writes itself: about, contact, terms, privacy, imprint, and others.

-- Pages with their place and state; each has versions, and at most one draft.
create table site_pages (
  slug text primary key check (slug ~ '^[a-z0-9-]{2,40}$'),
  -- The order in the footer.
  place smallint not null,
  in_footer boolean not null default true,
  -- The version in the shop; null while the page is not published.
  shown_version integer,
  -- Raised by each change.
  revision integer not null default 1 check (revision > 0)
);
-- Without a version these pages are not found.
insert into site_pages (slug, place) values ('about', 1), ('contact', 2), ('terms', 3), ('privacy', 4), ('imprint', 5);

-- Texts of pages, counted from 1 for each page. Published ones never change.
create table site_page_versions (
  slug text not null references site_pages on delete cascade,
  version integer not null check (version > 0),
  title text not null check (char_length(title) between 1 and 100),
  -- HTML, cleaned before it was stored.
  body text not null check (octet_length(body) <= 200000),
  -- Null for the draft.
  published_at timestamptz,
  -- The admin who wrote it; null for one who was removed.
  admin_id uuid references users on delete set null,
  primary key (slug, version)
);
create unique index site_page_versions_draft_idx on site_page_versions (slug) where published_at is null;
create index site_page_versions_admin_idx on site_page_versions (admin_id) where admin_id is not null;
