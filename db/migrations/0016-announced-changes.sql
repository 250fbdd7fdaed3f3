-- Stop all servers first. Changes made by older ones would no longer be announced.
-- A change of the catalog is announced by the use case that makes it (server/catalog/catalog-changes.ts), in its
-- transaction; no longer by a trigger on the columns of a statement.

drop trigger products_told on products;
drop function notify_catalog_change();
