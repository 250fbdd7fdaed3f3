-- The index of trigrams has each product once, not once more for each of its categories: searches read half as many rows.
--
-- Cost: products cannot be written while the index is created, some ten seconds at a million products. Servers of the version
-- before read a category in its order for a text that they search for in it.

create index product_listings_letters_idx on product_listings using gin (search_name gin_trgm_ops) where category = 'All';
drop index product_listings_trigrams_idx;
