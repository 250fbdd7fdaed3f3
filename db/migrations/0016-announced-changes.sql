-- A change of the catalogue is announced by the use case that makes it (server/catalog/catalog-changes.ts), in its
-- transaction; no trigger guesses it from the columns of a statement.

drop trigger products_told on products;
drop function notify_catalog_change();
