-- Searches of admins fold accents and case, and a seller is found by name.
--
-- Cost: accounts, listings and sellers cannot be written while the indexes are built: about half a minute for a million
-- accounts, and as long for a million products of whose names most have accents; without any it takes seconds. Until they
-- end, servers of the version before find no account by a name with accents.

drop index users_words_idx;
drop index users_pieces_idx;
create or replace function account_words(email text, user_metadata jsonb) returns text
  language sql immutable parallel safe
  return fold_text(coalesce(user_metadata ->> 'display_name', '') || chr(10) || coalesce(email, ''));
create index users_words_idx on users using gin (account_words(email, user_metadata) gin_trgm_ops);
create index users_pieces_idx on users using gin (short_pieces(account_words(email, user_metadata)));

-- The other names are in the indexes of names as they are.
create index product_listings_folded_letters_idx on product_listings using gin (fold_text(search_name) gin_trgm_ops)
  where category = 'All' and fold_text(search_name) <> search_name;
create index product_listings_folded_pieces_idx on product_listings using gin (short_pieces(fold_text(search_name)))
  where category = 'All' and fold_text(search_name) <> search_name;

create index seller_pages_name_idx on seller_pages using hash (fold_text(name));
