-- The banners of the home page.

-- Banners in their order, of which those run that have begun and not ended.
create table banners (
  banner_number bigint primary key generated always as identity,
  place smallint not null,
  -- The product's own banner, for its picture and texts where a row has none.
  built_in text check (built_in in ('everything', 'audio', 'home', 'fashion')),
  -- Null for the texts of the built-in banner, in the language of the page.
  title text check (char_length(title) between 1 and 60),
  text text check (char_length(text) <= 120),
  action text check (char_length(action) between 1 and 40),
  -- The target of the button.
  path text not null check (path ~ '^/([^/\\]|$)' and char_length(path) <= 500),
  -- The address of a stored picture; empty for that of the built-in banner, or for none.
  picture text not null default '',
  -- The part of the picture that stays in view, in percent.
  focus_x smallint not null default 50 check (focus_x between 0 and 100),
  focus_y smallint not null default 50 check (focus_y between 0 and 100),
  shown_from timestamptz,
  shown_to timestamptz,
  -- Raised by each change.
  revision integer not null default 1 check (revision > 0),
  check (num_nulls(title, text, action) in (0, 3) and (title is not null or built_in is not null)),
  check (shown_from < shown_to)
);
insert into banners (place, built_in, path) values
  (1, 'everything', '/category/all'),
  (2, 'audio', '/category/audio'),
  (3, 'home', '/category/home%20%26%20furniture'),
  (4, 'fashion', '/category/fashion');
