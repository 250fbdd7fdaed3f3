import { defineMessages } from '../kernel/define-messages.ts'

/** Mails about approvals. */
export const sellerMails = defineMessages('sellerMails', {
  approved: {
    subject: 'Your shop was approved',
    lead: 'An admin has approved your shop. Buyers now see your products.',
  },
  refused: {
    subject: 'Your shop was not approved',
    lead: 'An admin has not approved your shop, so buyers do not see your products. You can correct your details and ask again.',
  },
  fix_by: {
    subject: 'Please correct the details of your shop',
    lead: 'An admin asks you to correct the details of your shop by {day}. {sells, select, true {Otherwise your products are hidden from the shop.} other {Buyers see your products once your shop is approved.}}',
  },
  overdue: {
    subject: 'Your products are hidden',
    lead: 'The details of your shop were not corrected in time, so buyers do not see your products. Correct your details and ask for approval again.',
  },
  asks: {
    subject: '{name} asks for approval',
    lead: '{name} wants to sell here and asks for approval.',
  },
  reason: 'Reason',
  toShop: 'View your details',
  toSeller: 'View seller',
})
