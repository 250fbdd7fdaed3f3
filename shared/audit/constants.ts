/** Actions that change settings of the marketplace; each is recorded with the changed fields. */
export const SETTINGS_ACTIONS = [
  'change_market',
  'add_page',
  'save_page',
  'publish_page',
  'unpublish_page',
  'page_footer',
  'order_pages',
  'delete_page',
  'add_category',
  'change_category',
  'order_categories',
  'merge_category',
  'add_banner',
  'change_banner',
  'order_banners',
  'delete_banner',
  'mail_texts',
  'mail_server',
  'approval_settings',
] as const

/** Changes that the audit log records; a check constraint of its column lists the same words. */
export const ADMIN_ACTIONS = [
  'flash_sale',
  'delete_product',
  'restore_product',
  'order_state',
  'return',
  'suspend_user',
  'reinstate_user',
  'refund',
  'refund_done',
  'payment_received',
  'payment_look',
  'refund_assigned',
  'surplus_returned',
  'dispute_answer',
  'add_synonym',
  'remove_synonym',
  'order_message',
  'hide_review',
  'show_review',
  ...SETTINGS_ACTIONS,
  'invite_staff',
  'cancel_invitation',
  'accept_invitation',
  'change_rights',
  'end_rights',
  'admin_second_factor',
  'seller_approval',
  'hide_product',
  'show_product',
] as const
export type AdminAction = (typeof ADMIN_ACTIONS)[number]

/** Actions that sellers are notified of. */
export const NOTICED_ACTIONS = [
  'delete_product',
  'order_state',
  'suspend_user',
  'reinstate_user',
  'seller_approval',
  'hide_product',
  'show_product',
] as const satisfies AdminAction[]

/** Sortable columns of the audit log; the first is the default, newest first. */
export const ACTIVITY_SORTS = ['time', 'admin', 'action', 'target'] as const
export type ActivitySort = (typeof ACTIVITY_SORTS)[number]

export const MAX_REASON_LENGTH = 300
export const NOTICES_SHOWN = 20
