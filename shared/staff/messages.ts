import type { AdminRight } from '../accounts/rights.ts'
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
    inviteTitle: 'Invite to the staff',
    inviteText: 'The email has a link that works for {hours} hours.',
    email: 'Email',
    sendInvitation: 'Send the invitation',
    invited: 'Invitation sent',
    invitations: 'Invitations',
    invitedBy: 'Invited by',
    expires: 'Expires',
    expired: 'Expired',
    sendAgain: 'Send again',
    sendFailed: 'The invitation was not sent: {reason}',
    withdraw: 'Withdraw',
    withdrawFailed: 'The invitation was not withdrawn: {reason}',
    withdrawn: 'Invitation withdrawn',

    changeRights: 'Change rights',
    changeTitle: 'Rights of {name}',
    save: 'Save',
    saved: 'Rights changed',
    kind: 'Kind',
    kindOwner: 'Owner: everything, also this page',
    kindStaff: 'Only what is ticked below',
    allowed: 'Allowed',
    chooseOne: 'Please choose at least one.',
    about: {
      products: 'all products, flash sales',
      orders: 'all orders, packages, returns, messages',
      payments: 'payments, refunds, disputes',
      sellers: 'users, suspending them',
      reviews: 'hiding reviews',
      search: 'synonyms',
      content: 'pages, categories, banners',
      figures: 'sales on the dashboard',
      settings: 'the marketplace, emails, activity',
    } satisfies Record<AdminRight, string>,

    end: 'End the rights',
    endQuestion: 'End the rights of this admin?',
    endExplained: '"{name}" will be signed out right away and stays a user without rights.',
    ended: 'Rights ended',
    endFailed: 'The rights were not ended: {reason}',

    factorHeading: 'Second sign-in step',
    factorText: 'Requires a code from an app of every admin, at the latest with their next request.',
    requireFactor: 'Required of all admins',
    byEnvironment: 'Set by ADMIN_SECOND_FACTOR on the server.',
    factorFailed: 'This was not changed: {reason}',
  },
  { hours: INVITATION_HOURS },
)

/** The dashboard of staff who may see none of its parts. */
export const emptyDashboardMessages = defineMessages('emptyDashboard', {
  title: 'Welcome',
  text: 'What you may do is in the menu.',
})
