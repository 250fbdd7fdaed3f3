-- Admins give reasons, which sellers see; admins read what admins did.
--
-- Cost: the journal cannot be written while its indexes are built: a second for 100,000 entries.

alter table admin_actions
  add column reason text constraint admin_actions_reason_check check (char_length(reason) between 1 and 300);

-- The journal is listed newest first, with filters.
drop index admin_actions_admin_idx;
create index admin_actions_newest_idx on admin_actions (created_at, action_number) include (action, admin_id);
create index admin_actions_action_idx on admin_actions (action, created_at, action_number);
create index admin_actions_admin_idx on admin_actions (admin_id, created_at, action_number);

-- Notices of an admin's action to sellers, until they dismiss them.
create table seller_notices (
  notice_number bigint generated always as identity primary key,
  seller_id uuid not null references users (id) on delete cascade,
  action_number bigint not null references admin_actions (action_number) on delete cascade,
  -- The name of the product, or the id of the order, at that time.
  subject text not null check (char_length(subject) <= 200)
);
create index seller_notices_seller_idx on seller_notices (seller_id, notice_number);
create index seller_notices_action_idx on seller_notices (action_number);
