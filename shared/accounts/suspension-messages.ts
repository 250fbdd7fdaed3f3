/** The mails to an account that an admin suspends or reinstates. */
export const suspensionMails = {
  suspended: {
    subject: 'Your account was suspended',
    lead: 'An admin has suspended your account: you cannot sign in, and if you sell, your products are hidden from the shop. Buyers can cancel what you have not sent.',
  },
  reinstated: {
    subject: 'Your account was reinstated',
    lead: 'An admin has reinstated your account: you can sign in again, and if you sell, your products are back in the shop.',
  },
  reason: 'Reason',
} as const
