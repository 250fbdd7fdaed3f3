-- Leaves which categories a product can be in to the server, whose list an operator may change. Pictures of products may
-- be AVIF, unless the operator has limited them otherwise.
--
-- Cost: locks the table for a moment; the new constraint is not checked on rows that are there, as the former one
-- held for them. 0146 validates it.

alter table products drop constraint products_product_category_check;
alter table products add constraint products_product_category_check check (cardinality(product_category) <= 3) not valid;
update storage_buckets set allowed_mime_types = array_append(allowed_mime_types, 'image/avif')
where id = 'products' and allowed_mime_types = array['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
