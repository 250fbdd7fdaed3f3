-- Checks how many categories products have.
--
-- Cost: reads the table once, while servers read and write it.

alter table products validate constraint products_product_category_check;
