-- What sellers declare of their business, and in how many days they usually ship.
--
-- Cost: none. Columns with constants only.

alter table seller_pages
  add column legal_name text not null default '',
  add column legal_address text not null default '',
  add column legal_contact text not null default '',
  -- Of a register, or for value added tax.
  add column legal_number text not null default '',
  -- Null: not declared.
  add column dispatch_days smallint,
  add constraint seller_pages_legal_check check (
    char_length(legal_name) <= 200 and char_length(legal_address) <= 300
    and char_length(legal_contact) <= 200 and char_length(legal_number) <= 100) not valid,
  add constraint seller_pages_dispatch_days_check check (dispatch_days between 1 and 60) not valid;
alter table seller_pages validate constraint seller_pages_legal_check;
alter table seller_pages validate constraint seller_pages_dispatch_days_check;
