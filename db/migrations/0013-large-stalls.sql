-- A suspension hides the products of a large stall, and reinstating shows them, in several transactions: in one it would
-- take longer than a statement may, and hold the rows that orders need. The first of them follow in the transaction that
-- suspends, which is the whole stall of most sellers; a job goes on with the rest.
create table stalls_to_follow (
  seller_id uuid primary key references users on delete cascade
);
create index products_hidden_idx on products (seller_id, product_number) where hidden_with_seller;

-- Hides or shows up to `at_most` products of a seller, as the suspension demands, and notes whether there may be more. The
-- caller holds the seller's row, so that the suspension stays what it is.
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

create or replace function hide_products_of_suspended() returns trigger language plpgsql as $$
begin
  perform follow_suspension(new.id, 500);
  return null;
end $$;
