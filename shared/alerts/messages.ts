import { isolated } from '../kernel/locale.ts'
import { commonRefusals, type RefusalDetails, type RefusalTexts } from '../kernel/refusals.ts'

export const alertMessages = {
  notifyMe: 'Notify me when it is back',
  hint: 'You get one email and one notification.',
  waiting: "We'll notify you when it is back.",
  stop: 'Stop notifying me',
  changeFailed: "We couldn't change this. Please try again.",
  buyersOnly: 'Only buyers are notified of products that are back.',
} as const

export const backInStockMail = {
  subject: (product: string) => `Back in stock: ${isolated(product)}`,
  heading: 'Back in stock',
  lead: (product: string) => `${isolated(product)} can be ordered again. You asked us to notify you.`,
  group: 'Available again',
  price: 'Price',
  button: 'View product',
} as const

export const alertRefusals = {
  ...commonRefusals,
  not_sold_out: 'This product can be ordered now.',
  too_many_alerts: ({ limit }: RefusalDetails) => `You already have ${limit} restock alerts. Remove one first.`,
} as const satisfies RefusalTexts
