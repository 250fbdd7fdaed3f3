import { isolated } from '../kernel/locale.ts'

export const alertMessages = {
  notifyMe: 'Notify me when it is back',
  hint: 'You get one email and one notification.',
  waiting: "We'll notify you when it is back.",
  stop: 'Stop notifying me',
  changeFailed: "We couldn't change this. Please try again.",
} as const

export const backInStockMail = {
  subject: (product: string) => `Back in stock: ${isolated(product)}`,
  heading: 'Back in stock',
  lead: (product: string) => `${isolated(product)} can be ordered again. You asked us to notify you.`,
  group: 'Available again',
  price: 'Price',
  button: 'View product',
} as const
