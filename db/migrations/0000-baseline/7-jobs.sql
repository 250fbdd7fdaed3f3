-- Suspensions: a suspended seller's products leave the shop, and return when the seller is reinstated.

-- All products of a large seller in one transaction would exceed the statement timeout and lock rows that orders need. The
-- suspending transaction changes the first batch; for sellers in this table a job changes the rest.
create table stalls_to_follow (
  seller_id uuid primary key references users on delete cascade
);

-- Hides or shows up to `at_most` products of a seller, depending on the suspension, and records whether more may remain.
-- The caller holds the lock on the seller's row, so that the suspension cannot change meanwhile.
create function follow_suspension(seller uuid, at_most int) returns void language plpgsql as $$
declare
  until timestamptz;
  numbers bigint[];
begin
  select banned_until into until from users where id = seller;
  -- Locked in the order in which orders lock them.
  if until > now() then
    numbers := array(
      select product_number from products where seller_id = seller and deleted_at is null
        order by product_number limit at_most for no key update
    );
    update products set deleted_at = now(), hidden_with_seller = true where product_number = any(numbers);
  else
    numbers := array(
      select product_number from products where seller_id = seller and hidden_with_seller
        order by product_number limit at_most for no key update
    );
    update products set deleted_at = null, hidden_with_seller = false where product_number = any(numbers);
  end if;
  if cardinality(numbers) = at_most then
    insert into stalls_to_follow (seller_id) values (seller) on conflict do nothing;
  else
    delete from stalls_to_follow where seller_id = seller;
  end if;
end $$;

create function hide_products_of_suspended() returns trigger language plpgsql as $$
begin
  perform follow_suspension(new.id, 500);
  return null;
end $$;
create trigger users_suspension after update of banned_until on users
  for each row when (old.banned_until is distinct from new.banned_until)
  execute function hide_products_of_suspended();

-- A product added while its seller is being suspended is hidden like the others. The lock serializes the two; it must be
-- taken before the state is read.
create function hide_newcomer_of_suspended() returns trigger language plpgsql as $$
declare
  until timestamptz;
begin
  select banned_until into until from users where id = new.seller_id for share;
  if until > now() then
    new.deleted_at := now();
    new.hidden_with_seller := true;
  else
    new.hidden_with_seller := false;
  end if;
  return new;
end $$;
create trigger products_newcomer before insert on products
  for each row when (new.deleted_at is null) execute function hide_newcomer_of_suspended();
create trigger products_return before update of deleted_at on products
  for each row when (old.deleted_at is not null and new.deleted_at is null)
  execute function hide_newcomer_of_suspended();
