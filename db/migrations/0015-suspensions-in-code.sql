-- Stop all servers first. Older ones would no longer hide the products of a suspended seller.
-- Suspending and reinstating become a use case of the application (server/catalog/apply-suspension.ts).

drop trigger users_suspension on users;
drop trigger products_newcomer on products;
drop trigger products_return on products;
drop function hide_products_of_suspended();
drop function hide_newcomer_of_suspended();
drop function follow_suspension(uuid, int);

-- Sellers with more products than one transaction hides or shows: a job changes the rest.
alter table stalls_to_follow rename to pending_suspensions;
alter table pending_suspensions rename constraint stalls_to_follow_pkey to pending_suspensions_pkey;
alter table pending_suspensions rename constraint stalls_to_follow_seller_id_fkey to pending_suspensions_seller_id_fkey;
