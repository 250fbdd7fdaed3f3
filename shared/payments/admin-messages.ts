import { isolated } from '../kernel/locale.ts'
import { plural } from '../kernel/plural.ts'
import { commonRefusals, type RefusalTexts } from '../kernel/refusals.ts'
import type { DisputeState, EventOutcome, RefundReason, RefundState } from './constants.ts'
import { paymentRefusals } from './messages.ts'

/** The admins' pages of payments. */
export const adminPaymentMessages = {
  payments: 'Payments',
  payment: 'Payment',
  order: 'Order',
  noOrder: 'No order',
  method: 'Method',
  state: 'Status',
  anyState: 'Any status',
  amount: 'Amount',
  date: 'Date',
  details: 'Details',
  buyer: 'Buyer',
  heading: (order: string) => `Payment of ${order}`,
  headingWithout: 'Payment without an order',
  close: 'Close payment',
  loading: 'Loading...',
  failed: "We couldn't load the payments.",
  paymentFailed: "We couldn't load this payment.",
  nothingYet: 'No payments yet',
  nothingYetText: 'Payments by buyers appear here, with their refunds.',
  captured: 'Received',
  refunded: 'Refunded',
  refundable: 'Can be refunded',
  surplus: 'Received too much',
  surplusText: 'Send it back from your bank account.',
  provider: "Provider's reference",
  payBy: 'Awaited until',
  paidAt: 'Paid',
  look: 'Ask the provider',
  looked: 'This is what the provider says now.',
  open: 'Open the payment',
  held: (amount: string) => `${amount} is still held for this order.`,

  refunds: 'Refunds',
  noRefunds: 'Nothing was refunded.',
  refund: 'Refund',
  refundTitle: (order: string) => `Refund of ${order}`,
  refundSeller: 'For what was bought from',
  allSellers: 'All sellers of the order',
  refundSplit: 'Refund by seller',
  refundReason: 'Reason',
  refundNote: 'Note (optional)',
  refundAmount: 'Amount in dollars',
  refundLimit: (amount: string) => `At most ${amount}.`,
  refundEffect: (amount: string) => `The buyer gets ${amount} back.`,
  releaseEffect: (amount: string) => `${amount} less is taken from the buyer.`,
  released: 'Not taken',
  lessTaken: 'Less will be taken.',
  stillReserved: 'Still reserved',
  refundByHand: (amount: string) => `Send ${amount} back from your bank account, and then press "Sent back".`,
  amountNeeded: 'Enter an amount in dollars.',
  refundRequested: 'Refund requested.',
  sentBack: 'Sent back',
  sentBackDone: 'Recorded.',
  sendAgain: 'Send again',
  reasons: {
    cancelled: 'Cancelled',
    returned: 'Returned',
    goodwill: 'Goodwill',
    late_payment: 'Paid too late',
    elsewhere: "Made at the provider's dashboard",
  } satisfies Record<RefundReason, string>,
  refundStates: {
    requested: 'Requested',
    sent: 'Sent',
    pending: 'Under way',
    succeeded: 'Refunded',
    failed: 'Failed',
  } satisfies Record<RefundState, string>,
  byHand: 'To be sent back by hand',

  assign: 'Assign to a seller',
  assignTitle: (amount: string) => `Which seller is the refund of ${amount} for?`,
  assigned: 'Refund assigned.',

  disputes: 'Disputes',
  disputeStates: {
    warning: 'Inquiry from the bank',
    needs_response: 'Needs your answer',
    under_review: 'Under review by the bank',
    won: 'Won',
    lost: 'Lost',
  } satisfies Record<DisputeState, string>,
  disputeFee: (amount: string) => `fee ${amount}`,
  answerBy: 'Answer by',
  answerDispute: 'Answer',
  answerTitle: (order: string) => `Answer the dispute of ${order}`,
  answerText: 'The bank gets this text once. Add what proves that the buyer has what was ordered.',
  answerLabel: 'Your answer',
  answerNeeded: 'Write an answer.',
  disputeAnswered: 'Answer sent.',
  acceptDispute: 'Accept',
  acceptTitle: 'Accept this dispute?',
  acceptText: (amount: string) => `The buyer keeps ${amount}, and the dispute is lost. This cannot be undone.`,
  disputeAccepted: 'Dispute accepted.',
  /** What the answer begins with. */
  answer: {
    ordered: (order: string, day: string, amount: string) => `Order ${order}, placed on ${day}, ${amount} in total.`,
    address: (address: string) => `Shipping address: ${address || 'none was given'}`,
    seller: (name: string) => `Sold by ${isolated(name)}:`,
    line: (quantity: number, name: string, price: string) => `${quantity} × ${isolated(name)}, ${price} each`,
    sent: (day: string, how: string) => `Sent on ${day} with ${isolated(how)}.`,
    delivered: (day: string) => `Delivered on ${day}.`,
    notSent: 'Not sent yet.',
  },

  receipts: 'Received by bank transfer',
  receive: 'Record a bank transfer',
  receiveTitle: (order: string) => `Bank transfer for ${order}`,
  receivedOn: 'Day',
  dayNeeded: 'Enter the day on which the money came.',
  bankReference: "Bank's reference (optional)",
  receiptNoted: 'Bank transfer recorded.',

  events: "Provider's events",
  times: (times: number) => plural(times, { one: 'once', other: (n) => `${n} times` }),
  waiting: 'Waiting',
  again: 'Try again',
  outcomes: {
    applied: 'Applied',
    nothing_new: 'Nothing new',
    not_ours: 'Not of this marketplace',
    ignored: 'Ignored',
  } satisfies Record<EventOutcome, string>,
  actionFailed: 'This did not work. Please try again.',
} as const

export const paymentListTexts = {
  search: 'Order, payment or buyer ID',
  count: (total: number, isExact: boolean) =>
    isExact
      ? plural(total, { one: '1 payment', other: (n) => `${n} payments` })
      : plural(total, { other: (n) => `${n}+ payments` }),
  pages: 'Pages of payments',
  nothingFound: 'No payments found',
  showAll: 'Show all payments',
} as const

/** Why something cannot be done with a payment. */
export const adminPaymentRefusals = { ...commonRefusals, ...paymentRefusals } as const satisfies RefusalTexts
