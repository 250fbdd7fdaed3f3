import { decimalToCents } from '../../../shared/kernel/money.ts'
import { amountProblem } from '../../../shared/payments/amount-problem.ts'
import { unlessRefused } from '../../platform/http/errors.ts'
import { paymentError } from './errors.ts'
import type { PaymentDeps } from './payment-deps.ts'
import { PAYPAL_TOKEN } from './provider.ts'
import type { PaymentRow } from './queries.ts'

type Method = PaymentRow['payment_method']

interface Wanted {
  method: Method
  /** Exact decimal. */
  total: string
  token: string | undefined
}

export interface Way {
  provider: PaymentRow['provider']
  payment_method: Method
  isFree: boolean
  /** The source of the money at the provider; null without a provider. */
  means: string | null
}

type Deps = Pick<PaymentDeps, 'defaultMeans' | 'takesTransfers'>

/**
 * Returns how a checkout is paid. Throws AppError 400 for a method that is not offered, 402 and 409 for refused means.
 */
export function wayToPay(deps: Deps, wanted: Wanted): Way {
  const { method, total } = wanted
  const isFree = decimalToCents(total) === 0
  const provider = method === 'bank_transfer' ? 'offline' : 'stripe'
  if (provider === 'offline' && !deps.takesTransfers) throw paymentError('payment_method_not_offered')
  const means = isFree || provider === 'offline' ? null : meansFor(deps, wanted)
  return { provider, payment_method: method, isFree, means }
}

/**
 * Returns whether a request pays by another method or card than the running attempt. Without method and token it means
 * that attempt. Stripe's fields create a token per press, so each press is another attempt.
 */
export function isOtherWay(
  deps: Pick<PaymentDeps, 'defaultMeans'>,
  running: Pick<PaymentRow, 'payment_method' | 'means' | 'amount'>,
  { method, token }: { method: Method | undefined; token: string | undefined },
): boolean {
  if (method === undefined && token === undefined) return false
  if (method !== undefined && method !== running.payment_method) return true
  const wanted = { method: running.payment_method, total: running.amount, token }
  const means = unlessRefused(() => meansFor(deps, wanted))
  // The means are unknown before the first attempt.
  return means !== undefined && running.means !== null && means !== running.means
}

/** Returns the means at the provider. Throws AppError when there are none. */
function meansFor({ defaultMeans }: Pick<PaymentDeps, 'defaultMeans'>, { method, total, token }: Wanted): string {
  requireAmount(method, total)
  if (defaultMeans) return token ?? defaultMeans(method)
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
