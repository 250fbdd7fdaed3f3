import { defineMessages } from '../kernel/define-messages.ts'

/** The guide after the first start, and the list of what it leaves open. */
export const openingMessages = defineMessages('opening', {
  heading: 'Before you open',
  lead: 'Each step can wait: the dashboard lists what is open.',
  stepOf: 'Step {number} of {count}',
  steps: {
    market: 'Name, contact and colors',
    region: 'Country and currency',
    pictures: 'Logo and icon',
    pages: 'Terms and other pages',
    categories: 'Categories',
    products: 'Sellers and products',
    mail: 'Mail',
    payments: 'Payments',
    address: 'Address of the shop',
  },
  texts: {
    market: 'What visitors see at the top and bottom of every page.',
    region: 'The currency of all prices. It is fixed once there is a product.',
    pictures: 'The icon also appears in tabs and on home screens.',
    pages: 'Buyers agree to the terms and the privacy policy once you have published them. No text is supplied.',
    categories: 'Sellers choose from them for each product. Rename, hide, or add some before the first products come.',
    products:
      'Sellers sign up and add what they sell. Buyers see it at once, or after your approval. To sell your own goods, sign up as a seller, too.',
    mail: 'Sign-in codes and updates on orders are sent by email. Without a mail server they stay in the outbox and are not sent later.',
    payments:
      '{now, select, off {Payments are turned off: buyers and sellers agree on them. To take payments, set up a payment provider in the file .env:} live {A payment provider is set up in the file .env, like this:} other {Buyers pay with play money until a payment provider is set up in the file .env:}}',
    address: 'Visitors need an address with https://. Put it into the file .env:',
  },
  restart: 'Then start the server again.',
  done: 'Done',
  open: 'Open',
  skip: 'Skip this step',
  next: 'Next step',
  finish: 'To the dashboard',
  links: {
    pages: 'Go to the pages',
    categories: 'Go to the categories',
    products: 'Go to the sellers',
    mail: 'Go to the mail settings',
  },
  paymentsOff: 'Payments are off here (PAYMENTS=off): buyers and sellers agree on them.',
  livePayments: 'Payments are live. A test payment needs the test keys.',
  testPayment: 'Make a test payment',
  testPaymentOutcomes: {
    accepted: 'The payment provider took the test payment. It is reserved, and never charged.',
    refused: 'The payment provider refused the test payment. Check its keys.',
    no_answer: 'The payment provider did not answer. Please try again in a minute.',
  },
  testPaymentFailed: 'The test payment could not be made. {reason}',
  dismiss: 'Dismiss',
  dismissFailed: 'The list could not be dismissed. Please try again.',
  loadFailed: "We couldn't load what is open.",
})
