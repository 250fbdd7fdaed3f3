-- What a product's pictures show, in words: the featured one's first. Empty where the seller wrote nothing.
alter table products add column picture_texts text[] not null default '{}' check (cardinality(picture_texts) <= 4);
