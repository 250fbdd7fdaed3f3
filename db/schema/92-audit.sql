-- Admins' actions.

-- Actions of admins, written in the transaction of the action.
create table admin_actions (
  action_number bigint primary key generated always as identity,
  admin_id uuid not null references users,
  action text not null check (action in ('flash_sale', 'delete_product', 'restore_product', 'order_state',
    'suspend_user', 'reinstate_user', 'refund', 'refund_done', 'payment_received', 'payment_look', 'refund_assigned',
    'surplus_returned', 'dispute_answer', 'add_synonym', 'remove_synonym', 'order_message', 'return',
    'hide_review', 'show_review', 'change_market', 'add_page', 'save_page', 'publish_page', 'unpublish_page',
    'page_footer', 'order_pages', 'delete_page', 'add_banner', 'change_banner', 'order_banners', 'delete_banner',
    'add_category', 'change_category', 'order_categories', 'merge_category',
    'invite_staff', 'cancel_invitation', 'accept_invitation', 'change_rights', 'end_rights', 'admin_second_factor',
    'mail_texts', 'mail_server', 'seller_approval', 'approval_settings', 'hide_product', 'show_product')),
  -- A product_id, an order_id, the slug of a page or category, the title of a banner, the id of an account, or an invited
  -- address, cut to this length.
  target text not null check (char_length(target) <= 40),
  from_value text check (char_length(from_value) <= 100),
  to_value text check (char_length(to_value) <= 100),
  created_at timestamptz not null,
  -- Visible to sellers.
  reason text check (char_length(reason) between 1 and 300)
);
create index admin_actions_target_idx on admin_actions (target, action_number);
create index admin_actions_newest_idx on admin_actions (created_at, action_number) include (action, admin_id);
create index admin_actions_action_idx on admin_actions (action, created_at, action_number);
create index admin_actions_admin_idx on admin_actions (admin_id, created_at, action_number);

-- The settings that an admin's action changed. A secret is recorded as changed, without its value.
create table admin_changes (
  action_number bigint primary key references admin_actions (action_number) on delete cascade,
  -- Null for what did not exist.
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object')
);

-- Notices of an admin's action to sellers, until they dismiss them.
create table seller_notices (
  notice_number bigint generated always as identity primary key,
  seller_id uuid not null references users (id) on delete cascade,
  action_number bigint not null references admin_actions (action_number) on delete cascade,
  -- The product's name at that time, or the id of the order.
  subject text not null check (char_length(subject) <= 200)
);
create index seller_notices_seller_idx on seller_notices (seller_id, notice_number);
create index seller_notices_action_idx on seller_notices (action_number);
