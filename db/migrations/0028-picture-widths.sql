-- Pictures know their width, so that pages declare it and browsers choose a sharp one. Null: stored by an earlier version.
alter table storage_objects add column width integer check (width > 0);

-- Photographs are sent as they are; the server makes them small. A limit that the operator has set stays.
update storage_buckets set file_size_limit = 10485760
where id in ('products', 'users') and file_size_limit = 5242880;
