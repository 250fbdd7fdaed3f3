import { randomUUID } from 'node:crypto'
import { centsToDecimal, currencyCode } from '../../../shared/kernel/money.ts'
import { minProvidedCents } from '../../../shared/payments/constants.ts'
import type { PaymentTest } from '../../../shared/payments/schema.ts'
import { paymentError } from '../payments/errors.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'

/** The test card of Stripe and of the sandbox that pays. */
const TEST_CARD = 'pm_card_visa'

/** Reserves the minimum amount on a test card, which is never captured. Throws AppError 409 with live keys. */
export async function tryPayment({ provider, isSandbox, siteUrl }: PaymentDeps): Promise<PaymentTest> {
  if (!isSandbox) throw paymentError('live_payments')
  const [amount, currency] = [centsToDecimal(minProvidedCents()), currencyCode().toLowerCase()]
  const payment = { payment_id: randomUUID(), attempts: 1, checkout_id: randomUUID(), amount, currency }
  const outcome = await provider.start({ payment, token: TEST_CARD, returnUrl: siteUrl, isReserved: true })
  if (outcome.kind === 'unknown') return { outcome: 'no_answer' }
  const isReserved = outcome.kind === 'intent' && outcome.intent.status === 'authorized'
  return { outcome: isReserved ? 'accepted' : 'refused' }
}
