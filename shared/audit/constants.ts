/** The admins' changes that the audit log records; its table lists the same words. */
export type AdminAction =
  | 'flash_sale'
  | 'delete_product'
  | 'restore_product'
  | 'order_state'
  | 'suspend_user'
  | 'reinstate_user'
