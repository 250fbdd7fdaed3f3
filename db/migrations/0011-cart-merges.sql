-- Merges that cannot be sent again are removed, oldest first.

create index cart_merges_created_at_idx on cart_merges (created_at);
