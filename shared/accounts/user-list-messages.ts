import { defineMessages } from '../kernel/define-messages.ts'

export const suspensionMails = defineMessages('suspensionMails', {
  suspended: {
    subject: 'Your account was suspended',
    lead: 'An admin has suspended your account: you cannot sign in, and if you sell, your products are hidden from the shop. Buyers can cancel what you have not sent.',
  },
  reinstated: {
    subject: 'Your account was reinstated',
    lead: 'An admin has reinstated your account: you can sign in again, and if you sell, your products are back in the shop.',
  },
  reason: 'Reason',
})

export const userListMessages = defineMessages('userList', {
  users: 'Users',
  usersFailed: "We couldn't load the users.",
  name: 'Name',
  email: 'Email',
  role: 'Role',
  anyRole: 'Any role',
  created: 'Created',
  lastSignIn: 'Last sign-in',
  never: 'Never',
  state: 'State',
  active: 'Active',
  suspended: 'Suspended',
  you: 'You',
  details: 'Details',
  closeUser: 'Close user',
  userNotFound: 'This account does not exist.',
  userId: 'User ID',
  latestActivity: 'Latest activity',
  noActivity: 'No admin has changed anything here.',
  products: 'Products',
  orders: 'Orders',
  activity: 'Activity',

  suspend: 'Suspend',
  confirmSuspend: 'Suspend this account?',
  suspendExplained:
    '"{name}" will be signed out right away and won\'t be able to sign in. If this is a seller, their products will be hidden from the shop until you reinstate the account.',
  counting: 'Counting open orders…',
  countFailed: "We couldn't count the open orders.",
  noOpenOrders: 'There are no open orders.',
  openSelling:
    '{count, plural, one {1 order is not sent yet: its buyer gets an email and can cancel it.} other {# orders are not sent yet: their buyers get an email and can cancel them.}}',
  openBuying:
    '{count, plural, one {1 open order placed by this account continues.} other {# open orders placed by this account continue.}}',
  accountSuspended: 'Account suspended',
  suspendFailed: 'Failed to suspend the account: {reason}',
  reinstate: 'Reinstate',
  accountReinstated: 'Account reinstated',
  reinstateFailed: 'Failed to reinstate the account: {reason}',
})

export const userListTexts = defineMessages('userListTexts', {
  search: 'Search by name or email...',
  count: '{isExact, select, true {{total, plural, one {1 user} other {# users}}} other {{total, number}+ users}}',
  pages: 'Pages of users',
  nothingFound: 'No users found',
  showAll: 'Show all users',
})
