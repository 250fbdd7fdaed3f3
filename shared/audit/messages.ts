import { defineMessages } from '../kernel/define-messages.ts'
import { inZone } from '../kernel/calendar.ts'
import { isolated } from '../kernel/locale.ts'
import { plural } from '../kernel/plural.ts'
import type { AdminAction } from './constants.ts'

export const auditMessages = defineMessages('audit', {
  reason: 'Reason (optional)',
  reasonSeen: 'Sellers see it on their dashboard.',
  reasonMailed: 'Included in the email to the account, and recorded in Activity.',
  reasonRecorded: 'Recorded in Activity.',
  reasonGiven: 'Reason: {reason}',

  notices: 'Notices',
  productRemoved: 'An admin removed "{name}" from the shop.',
  orderSetTo: 'An admin set order {orderId} to {state}.',
  accountSuspended: 'An admin suspended your account. Your products were hidden from the shop.',
  accountReinstated: 'An admin reinstated your account.',
  dismiss: 'Dismiss',
  dismissNotice: 'Dismiss: {text}',
  dismissFailed: "We couldn't dismiss this notice. Please try again.",
  moreNotices: '{count, plural, one {and 1 older one} other {and # older ones}}',

  activity: 'Activity',
  activityFailed: "We couldn't load the activity.",
  actionHeading: '{action}: {target}',
  nothingYet: 'No activity yet',
  nothingYetText:
    'Flash sales, deleted products, order statuses and suspended users appear here, each with its admin and reason.',
  toProducts: 'Go to the products',
  closeAction: 'Close action',
  actionLoading: 'Loading...',
  noReason: 'No reason was given.',
  time: 'Time',
  admin: 'Admin',
  action: 'Action',
  anyAction: 'Any action',
  target: 'Target',
  change: 'Change',
  reasonColumn: 'Reason',
  fromDay: () => inZone('From'),
  toDay: () => inZone('To'),
  changed: '{from} → {to}',
  actions: {
    flash_sale: 'Flash sale',
    delete_product: 'Product deleted',
    restore_product: 'Deletion undone',
    order_state: 'Order status',
    return: 'Return',
    suspend_user: 'User suspended',
    reinstate_user: 'User reinstated',
    refund: 'Refund requested',
    refund_done: 'Refund sent back by hand',
    payment_received: 'Bank transfer received',
    payment_look: 'Payment checked',
    refund_assigned: 'Refund assigned to a seller',
    surplus_returned: 'Surplus sent back',
    dispute_answer: 'Dispute answered',
    add_synonym: 'Synonym added',
    remove_synonym: 'Synonym removed',
    order_message: 'Message written',
    hide_review: 'Review hidden',
    show_review: 'Review shown',
  } satisfies Record<AdminAction, string>,
  values: {
    true: 'Active',
    false: 'Inactive',
    shown: 'In the shop',
    deleted: 'Deleted',
    hidden: 'Hidden',
    reported: 'Reported',
    active: 'Active',
    suspended: 'Suspended',
    answered: 'Answered',
    accepted: 'Accepted',
    requested: 'Requested',
    declined: 'Declined',
    received: 'Received',
  },
})

/** Background tasks that failed for good, listed above the audit log. */
export const failedTaskMessages = defineMessages('failedTask', {
  heading: 'Tasks that failed',
  text: 'These failed after many attempts. Once the cause is fixed, try them again.',
  attempts: '{count, plural, one {1 attempt} other {# attempts}}',
  tryAgain: 'Try again',
  tryAgainOf: 'Try again: {task}',
  tryingAgain: 'Trying the task again.',
  tryAgainFailed: 'The task could not be restarted. Please try again.',
  more: 'There are more: npm run admin -- tasks lists them.',
})

export const activityListTexts = defineMessages('activityListTexts', {
  search: 'Admin, order, product, user',
  count: (total: number, isExact: boolean) =>
    isExact
      ? plural(total, { one: '1 action', other: (n) => `${n} actions` })
      : plural(total, { other: (n) => `${n}+ actions` }),
  pages: 'Pages of activity',
  nothingFound: 'No actions found',
  showAll: 'Show all actions',
})
