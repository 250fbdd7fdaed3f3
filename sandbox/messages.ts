import { defineErrors, defineMessages } from '../shared/kernel/define-messages.ts'
import { commonErrors } from '../shared/kernel/errors.ts'
import type { SandboxPlay } from './cards.ts'

/** Texts of the admins' page that controls the sandbox. */
export const sandboxMessages = defineMessages('sandbox', {
  title: 'Sandbox',
  intro: 'A simulated payment provider. Trigger the events of a real one here.',
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
  nothingYetText: 'Place an order as a buyer. Its test payment appears here.',
  noTransfers: 'No bank transfers yet',
  noTransfersText: 'Place an order by bank transfer. Its transfer appears here.',
  failed: "We couldn't load the sandbox.",
  hourAgain: 'Send all events of the last hour again, in reverse order',
  eventsAgain: 'Send its events again',
  dispute: 'Open a dispute',
  winDispute: 'Win the dispute',
  loseDispute: 'Lose the dispute',
  failRefund: 'Fail the last refund',
  refund: 'Refund at the dashboard…',
  refundTitle: "Refund of {order} at the provider's dashboard",
  letArrive: 'Mark as arrived…',
  letArriveTitle: 'Bank transfer for {reference}',
  dropTransfer: 'Cancel the transfer',
  amountLabel: 'Amount in {currency, select, USD {dollars} other {{currency}}}',
  play: 'Run',
  played: 'Done. The events are on their way.',
  /** The account for bank transfers. */
  account: 'Sandbox Bank, account 000123456789 (test mode)',
  actionFailed: 'This did not work. Please try again.',
})

export const sandboxBuyerMessages = defineMessages('sandboxBuyer', {
  stepTitle: { '3ds': 'Confirm your payment', paypal: 'PayPal (sandbox)' },
  stepText: 'Test payment of {amount}',
  stepOver: 'This step is already completed.',
  approve: { '3ds': 'Approve', paypal: 'Pay' },
  refuse: { '3ds': 'Refuse', paypal: 'Cancel' },
  leave: { '3ds': 'Walk away', paypal: 'Close without an answer' },
  stepFailed: 'This did not work. Please try again.',
  testCards: 'Test cards',
  testCard: 'Card number',
  testOutcome: 'What happens',
  plays: {
    pays: 'Pays, like any other number or an empty field',
    declined: 'Declined',
    no_funds: 'Declined: not enough funds',
    expired: 'Declined: the card has expired',
    wrong_code: 'Declined: the security code is wrong',
    authenticates: 'Requires confirmation, then pays',
    authenticates_declined: 'Requires confirmation, then declined',
    disputed: 'Pays; disputed a minute later',
    refund_fails: 'Pays; a refund fails a minute later',
    refund_pends: 'Pays; a refund takes a minute',
    fails_once: 'The provider fails once, then pays',
    silent: 'The provider does not answer for 25 seconds, but takes the money',
    approves: 'Requires approval',
    transfers: 'Pays by bank transfer',
  } satisfies Record<SandboxPlay, string>,
})

export const sandboxErrors = defineErrors('sandboxErrors', {
  ...commonErrors,
  step_not_found: { status: 404, text: 'There is no such payment step.' },
  sandbox_not_possible: { status: 409, text: 'Not possible for this payment now.' },
})
