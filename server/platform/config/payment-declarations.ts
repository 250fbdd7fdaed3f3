import { z } from 'zod'
import { MAX_TRANSFER_DETAILS_LENGTH } from '../../../shared/payments/constants.ts'
import { list, oneOf, optional, secret, text, wholeNumber, withDefault } from './setting.ts'

export const paymentSettings = {
  PAYMENTS: optional(oneOf('off', 'sandbox', 'stripe'), {
    fallback: '`sandbox`; with `DATABASE_URL` `off`',
    meaning:
      '`sandbox`: orders are paid through a provider that is played by this server, with cards for every outcome; no real money moves. `stripe`: through Stripe, with the three settings below. See [payments](payments.md).',
  }),
  STRIPE_SECRET_KEY: optional(
    {
      ...secret,
      schema: z.string().regex(/^[sr]k_(test|live)_\w{16,}$/, 'must be a secret or restricted key of Stripe'),
      wrong: 'not a secret or restricted key of Stripe',
    },
    {
      meaning: 'With `PAYMENTS=stripe`. A live key needs a `SITE_URL` with https; with a test key no real money moves.',
    },
  ),
  STRIPE_PUBLISHABLE_KEY: optional(
    {
      ...text,
      schema: z.string().regex(/^pk_(test|live)_\w{16,}$/, 'must be a publishable key of Stripe'),
      wrong: 'not a publishable key of Stripe',
    },
    { meaning: 'With `PAYMENTS=stripe`: the key of the same mode that pages have.' },
  ),
  STRIPE_WEBHOOK_SECRETS: list(
    {
      ...secret,
      schema: z.string().regex(/^whsec_.{16,}$/, 'must be signing secrets of an endpoint, like whsec_…'),
      wrong: 'not a signing secret of an endpoint',
    },
    {
      meaning:
        'With `PAYMENTS=stripe`: the signing secrets of the endpoint `/webhooks/payments/stripe`; two of them while one is changed.',
    },
  ),
  PAYMENT_CAPTURE: withDefault(oneOf('at_order', 'at_shipment'), 'at_order', {
    meaning:
      'When money is taken. `at_shipment`: it is reserved with the order and taken when the first package is sent, at the latest 24 hours before the reservation ends.',
  }),
  BANK_TRANSFER_DETAILS: optional(
    {
      ...text,
      schema: z.string().trim().max(MAX_TRANSFER_DETAILS_LENGTH),
      type: `text of at most ${MAX_TRANSFER_DETAILS_LENGTH} characters`,
      wrong: 'longer than that',
    },
    {
      fallback: 'an account of the sandbox',
      meaning:
        'What buyers are to pay bank transfers to: bank, account, name. Without it bank transfers are only offered in the sandbox.',
    },
  ),
  BANK_TRANSFER_DAYS: withDefault(wholeNumber(1, 30), 7, {
    meaning: 'Days for which a bank transfer is awaited; after that the order is cancelled.',
  }),
  SANDBOX: withDefault(oneOf('calm', 'mild', 'rough'), 'mild', {
    meaning:
      'How the sandbox sends its events. `calm`: at once, in order, once; `mild`: 0.2–1.5 s late, 10 % twice, 10 % out of order; `rough`: up to 30 s late, 30 % twice, 30 % out of order, 5 % never.',
  }),
}
