import type { AdminRight } from '../accounts/rights.ts'
import { shopName } from '../app/name.ts'
import { defineMessages } from '../kernel/define-messages.ts'
import { INVITATION_HOURS } from './constants.ts'

export const staffMessages = defineMessages(
  'staff',
  {
    title: 'Staff',
    intro: 'Who may use the admin area, and for what. Owners may do everything.',
    failed: "We couldn't load the staff.",
    name: 'Name',
    rights: 'Rights',
    owner: 'Owner',
    secondStep: 'Second step',
    secondStepOn: 'Set up',
    secondStepOff: 'Not set up',
    lastSignIn: 'Last sign-in',
    never: 'Never',
    suspended: 'Suspended',
    you: 'You',

    invite: 'Invite',
    inviteTitle: 'Invite a staff member',
    inviteText: 'The email has a link that works for {hours} hours.',
    email: 'Email',
    sendInvitation: 'Send invitation',
    invited: 'Invitation sent',
    invitations: 'Invitations',
    invitedBy: 'Invited by',
    expires: 'Expires',
    expired: 'Expired',
    sendAgain: 'Send again',
    sendFailed: 'The invitation could not be sent: {reason}',
    withdraw: 'Withdraw',
    withdrawFailed: 'The invitation could not be withdrawn: {reason}',
    withdrawn: 'Invitation withdrawn',

    changeRights: 'Change rights',
    changeTitle: 'Rights of {name}',
    save: 'Save',
    saved: 'Rights changed',
    kind: 'Access',
    kindOwner: 'Owner: everything, including staff',
    kindStaff: 'Only what is ticked below',
    allowed: 'Rights',
    chooseOne: 'Please choose at least one.',
    about: {
      products: 'all products, hiding and deleting them, flash sales',
      orders: 'all orders, packages, returns, messages',
      payments: 'payments, refunds, disputes',
      sellers: 'users and suspending them, approving sellers, their documents',
      reviews: 'hiding reviews',
      search: 'what was searched for, synonyms',
      content: 'pages, categories, banners',
      figures: 'sales on the dashboard',
      settings: 'the marketplace, emails, activity',
    } satisfies Record<AdminRight, string>,

    end: 'End the rights',
    endQuestion: 'End the rights of this admin?',
    endExplained: '"{name}" is signed out right away, and keeps an account without admin rights.',
    ended: 'Rights ended',
    endFailed: 'The rights could not be ended: {reason}',

    factorHeading: 'Second sign-in step',
    factorText:
      'All admins then also enter a code from an authenticator app. Those without one set it up before they continue.',
    requireFactor: 'Required of all admins',
    byEnvironment: 'Set by ADMIN_SECOND_FACTOR on the server.',
    factorFailed: 'This could not be changed: {reason}',
  },
  { hours: INVITATION_HOURS },
)

/** The dashboard of staff who may see none of its parts. */
export const emptyDashboardMessages = defineMessages('emptyDashboard', {
  title: 'Welcome',
  text: 'The menu shows what you can do.',
})

export const invitationMail = defineMessages(
  'invitationMail',
  {
    subject: 'You are invited to the staff of {shop}',
    lead: '{name} invites you to the admin area of {shop}. Follow the link to choose your password. It works once, within {hours} hours.',
    note: 'If you already have an account with this address, it becomes an admin account: the new password replaces the old one, and products that you sell leave the shop.',
    rights: 'Your rights',
    owner: 'Owner: everything',
    button: 'Accept the invitation',
  },
  { shop: shopName, hours: INVITATION_HOURS },
)
