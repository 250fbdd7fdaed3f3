import type { Role } from '../accounts/constants.ts'

/** Kinds of mails by the recipient's role; contractually required ones are `always` sent. */
export const MAIL_KINDS = {
  buyer: [
    { kind: 'order_placed', always: true },
    { kind: 'part_cancelled', always: true },
    { kind: 'package_lost', always: true },
    { kind: 'order_changed', always: true },
    { kind: 'seller_suspended', always: true },
    { kind: 'payment_received', always: true },
    { kind: 'please_pay', always: true },
    { kind: 'money_back', always: true },
    { kind: 'money_not_back', always: true },
    { kind: 'return_answered', always: true },
    { kind: 'return_received', always: true },
    { kind: 'package_sent', always: false },
    { kind: 'package_delivered', always: false },
    { kind: 'back_in_stock', always: false },
    { kind: 'order_message', always: false },
    { kind: 'review_answered', always: false },
  ],
  seller: [
    { kind: 'new_order', always: true },
    { kind: 'cancel_requested', always: true },
    { kind: 'address_changed', always: true },
    { kind: 'lost_to_decide', always: true },
    { kind: 'order_held', always: true },
    { kind: 'package_missing', always: false },
    { kind: 'return_requested', always: false },
    { kind: 'return_changed', always: false },
    { kind: 'ship_by_tomorrow', always: false },
    { kind: 'order_message', always: false },
    { kind: 'new_review', always: false },
  ],
  admin: [
    { kind: 'order_late', always: false },
    { kind: 'order_missing', always: false },
    { kind: 'not_answered', always: false },
    { kind: 'refund_failed', always: false },
    { kind: 'payment_disputed', always: false },
    { kind: 'payment_not_captured', always: false },
    { kind: 'seller_asks', always: false },
  ],
} as const satisfies Record<Role, readonly { kind: string; always: boolean }[]>
export type MailKind = (typeof MAIL_KINDS)[Role][number]['kind']
export const MAIL_KIND_NAMES: readonly MailKind[] = [
  ...new Set(Object.values(MAIL_KINDS).flatMap((kinds) => kinds.map(({ kind }) => kind))),
]

const NOT_MAILED = [
  'seller_order_cancelled',
  'delete_product',
  'order_state',
  'suspend_user',
  'reinstate_user',
  'seller_approval',
  'correction_overdue',
  'hide_product',
  'show_product',
  'hidden_product_answered',
] as const
/** Everything that is mailed, except a placed order, and some actions of admins. */
export type NotificationKind = Exclude<MailKind, 'order_placed'> | (typeof NOT_MAILED)[number]
export const NOTIFICATION_KINDS: readonly NotificationKind[] = [
  ...MAIL_KIND_NAMES.filter((kind) => kind !== 'order_placed'),
  ...NOT_MAILED,
]

export const NOTIFICATIONS_PER_PAGE = 20
export const NOTIFICATION_LIFE_DAYS = 180
