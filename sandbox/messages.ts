import { commonRefusals, type RefusalTexts } from '../shared/kernel/refusals.ts'
import type { SandboxPlay } from './cards.ts'

/** The page on which admins play the payment provider of the sandbox. */
export const sandboxMessages = {
  title: 'Sandbox',
  intro: 'This server plays the payment provider. Here you make happen what a real one does by itself.',
  payments: 'Payments at the provider',
  transfers: 'Bank transfers',
  order: 'Order',
  noOrder: 'No order',
  method: 'Payment method',
  noMethod: 'none',
  status: 'Status',
  disputed: 'disputed',
  amount: 'Amount',
  refunded: 'Refunded',
  date: 'Date',
  due: 'Arrives',
  arrived: 'Arrived',
  nothingYet: 'No payments yet',
  nothingYetText: 'Order something as a buyer: the payment in play money appears here.',
  noTransfers: 'No bank transfers yet',
  noTransfersText: 'Pay an order by bank transfer: it appears here.',
  failed: "We couldn't load the sandbox.",
  hourAgain: 'Send all events of the last hour again, in reverse order',
  eventsAgain: 'Send its events again',
  dispute: 'Open a dispute',
  winDispute: 'Let the dispute be won',
  loseDispute: 'Let the dispute be lost',
  failRefund: 'Let the last refund fail',
  refund: 'Refund at the dashboard…',
  refundTitle: (order: string) => `Refund of ${order} at the provider's dashboard`,
  letArrive: 'Let it arrive…',
  letArriveTitle: (reference: string) => `Bank transfer for ${reference}`,
  dropTransfer: 'Let it never arrive',
  amountLabel: 'Amount in dollars',
  play: 'Play it',
  played: 'Played. Its events are on their way.',
  /** Where it has bank transfers paid to. */
  account: 'Sandbox Bank, account 000123456789 (test mode)',
  actionFailed: 'This did not work. Please try again.',
} as const

/** Texts of the sandbox for buyers. */
export const sandboxBuyerMessages = {
  stepTitle: { '3ds': 'Confirm your payment', paypal: 'PayPal (sandbox)' },
  stepText: (amount: string) => `Test payment of ${amount}`,
  stepOver: 'There is nothing left to do on this page.',
  approve: { '3ds': 'Approve', paypal: 'Pay' },
  refuse: { '3ds': 'Refuse', paypal: 'Cancel' },
  leave: { '3ds': 'Walk away', paypal: 'Close without an answer' },
  stepFailed: 'This did not work. Please try again.',
  testCards: 'Test cards',
  testCard: 'Card number',
  testOutcome: 'What happens',
  plays: {
    pays: 'Pays, as every other number and an empty field do',
    declined: 'Declined',
    no_funds: 'Declined: not enough funds',
    expired: 'Declined: the card has expired',
    wrong_code: 'Declined: the security code is wrong',
    authenticates: 'Asks for a confirmation, then pays',
    authenticates_declined: 'Asks for a confirmation, then declined',
    disputed: 'Pays; disputed a minute later',
    refund_fails: 'Pays; a refund fails a minute later',
    refund_pends: 'Pays; a refund takes a minute',
    fails_once: 'The provider fails once, then pays',
    silent: 'The provider does not answer for 25 seconds, but takes the money',
    approves: 'Asks for approval',
    transfers: 'Pays by bank transfer',
  } satisfies Record<SandboxPlay, string>,
} as const

/** Why something cannot be played. */
export const sandboxRefusals = {
  ...commonRefusals,
  step_not_found: 'There is no such payment step.',
  sandbox_not_possible: 'This cannot happen to this payment now.',
} as const satisfies RefusalTexts
