import { defineMessages } from '../kernel/define-messages.ts'

export const alertMessages = defineMessages('alert', {
  notifyMe: 'Notify me when it is back',
  hint: 'You get one email and one notification.',
  waiting: "We'll notify you when it is back.",
  stop: 'Stop notifying me',
  changeFailed: "We couldn't change this. Please try again.",
})

export const backInStockMail = defineMessages('backInStockMail', {
  subject: 'Back in stock: {product}',
  heading: 'Back in stock',
  lead: '{product} can be ordered again. You asked us to notify you.',
  group: 'Available again',
  price: 'Price',
  button: 'View product',
})
