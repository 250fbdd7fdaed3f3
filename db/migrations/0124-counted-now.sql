-- Whether the stock of one of these products is counted now. A statement sees the tables as they were when it began; a
-- volatile function sees what was committed by the time it is called. A statement that locks products calls it after that: as
-- nobody begins to count the stock of a locked product, the answer stays true until its transaction ends.
--
-- Cost: none.

create function is_counted_now(products bigint[]) returns boolean language plpgsql volatile as $$
begin
  return exists (select from stock where product_number = any(products));
end $$;
