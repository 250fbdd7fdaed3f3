import { decimalToCents } from '../../../shared/kernel/money.ts'
import { amountProblem } from '../../../shared/payments/amount-problem.ts'
import { unlessRefused } from '../../platform/http/errors.ts'
import { paymentError } from './errors.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { PAYPAL_TOKEN } from './provider.ts'
import type { PaymentRow } from './queries.ts'

type Method = PaymentRow['payment_method']

/** `means` is the payment method at the provider, such as a card; null without a provider. */
export type Way = Pick<PaymentRow, 'provider' | 'payment_method' | 'means'>

/** Returns how a checkout is paid. Throws AppError 400 for a method not offered, 402 and 409 for refused means. */
export function wayToPay(
  deps: PaymentDeps,
  { payment_method, total_count }: { payment_method: Method; total_count: string },
  token: string | undefined,
): Way {
  if (payment_method === 'bank_transfer') {
    if (!deps.takesTransfers) throw paymentError('payment_method_not_offered')
    return { provider: 'offline', payment_method, means: null }
  }
  requireAmount(payment_method, total_count)
  const isFree = decimalToCents(total_count) === 0
  return { provider: 'stripe', payment_method, means: isFree ? null : meansFor(deps, payment_method, token) }
}

/**
 * Returns whether a request pays by another method or card than the running attempt. Without method and token it means
 * that attempt. Stripe's fields create a token per press, so each press is another attempt.
 */
export function isOtherWay(
  deps: PaymentDeps,
  running: PaymentRow,
  { method, token }: { method: Method | undefined; token: string | undefined },
): boolean {
  if (method === undefined && token === undefined) return false
  if (method !== undefined && method !== running.payment_method) return true
  const means = unlessRefused(() => meansFor(deps, running.payment_method, token))
  // The means are unknown before the first attempt.
  return means !== undefined && running.means !== null && means !== running.means
}

/** Returns the means at the provider. Throws AppError when there are none. */
function meansFor({ simulated }: PaymentDeps, method: Method, token: string | undefined): string {
  if (simulated) return token ?? simulated.defaultMeans(method)
  if (method === 'paypal') return PAYPAL_TOKEN
  if (token === undefined) throw paymentError('payment_step_needed')
  // For example another buyer's saved card.
  if (!token.startsWith('ctoken_')) throw paymentError('payment_token_unknown')
  return token
}

/** Throws AppError 409 for an amount that the method does not allow. */
export function requireAmount(method: Method, total: string): void {
  const problem = amountProblem(method, decimalToCents(total))
  if (problem) throw paymentError(problem)
}
