import { commonRefusals, type RefusalTexts } from '../kernel/refusals.ts'

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
  actionFailed: 'This did not work. Please try again.',
} as const

/** Why something cannot be played. */
export const sandboxRefusals = {
  ...commonRefusals,
  sandbox_not_possible: 'This cannot happen to this payment now.',
} as const satisfies RefusalTexts
