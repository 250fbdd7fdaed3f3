import { decimalToCents } from '../../../shared/kernel/money.ts'
import { amountProblem } from '../../../shared/payments/amount-problem.ts'
import { AppError } from '../../platform/http/errors.ts'
import { amountTooLarge, amountTooSmall, methodNotOffered, paymentStepNeeded, tokenUnknown } from './errors.ts'
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
  /** The source of the money at the provider; null when no provider is asked. */
  means: string | null
}

type Deps = Pick<PaymentDeps, 'defaultMeans' | 'takesTransfers'>

/** Returns how a checkout is to be paid. Throws AppError 400 for a way that is not offered, 402 and 409 for means that are refused. */
export function wayToPay(deps: Deps, wanted: Wanted): Way {
  const way = findWayToPay(deps, wanted)
  if (way instanceof AppError) throw way
  return way
}

/** Returns the same, or the error. */
export function findWayToPay(deps: Deps, wanted: Wanted): Way | AppError {
  const { method, total } = wanted
  const isFree = decimalToCents(total) === 0
  const provider = method === 'bank_transfer' ? 'offline' : 'stripe'
  if (provider === 'offline' && !deps.takesTransfers) return methodNotOffered()
  const means = isFree || provider === 'offline' ? null : findMeans(deps, wanted)
  if (means instanceof AppError) return means
  return { provider, payment_method: method, isFree, means }
}

/**
 * Returns whether a request pays in another way than the attempt that runs: by another method, or from another card. Without
 * a method and a token it is about that attempt. Stripe's fields give each press another token, so each is another attempt.
 */
export function isOtherWay(
  deps: Pick<PaymentDeps, 'defaultMeans'>,
  running: Pick<PaymentRow, 'payment_method' | 'means' | 'amount'>,
  { method, token }: { method: Method | undefined; token: string | undefined },
): boolean {
  if (method === undefined && token === undefined) return false
  if (method !== undefined && method !== running.payment_method) return true
  const means = findMeans(deps, { method: running.payment_method, total: running.amount, token })
  // None are known before the first attempt.
  return typeof means === 'string' && running.means !== null && means !== running.means
}

/** Returns what the provider is asked to take the money from, or why it is not asked. */
function findMeans(
  { defaultMeans }: Pick<PaymentDeps, 'defaultMeans'>,
  { method, total, token }: Wanted,
): string | AppError {
  const refusal = refusalOf(method, total)
  if (refusal) return refusal
  if (defaultMeans) return token ?? defaultMeans(method)
  if (method === 'paypal') return PAYPAL_TOKEN
  if (token === undefined) return paymentStepNeeded()
  // Of a saved card of another buyer, for one.
  return token.startsWith('ctoken_') ? token : tokenUnknown()
}

/** Throws AppError 409 for an amount that no provider takes in this way. */
export function requireAmount(method: Method, total: string): void {
  const refusal = refusalOf(method, total)
  if (refusal) throw refusal
}

function refusalOf(method: Method, total: string): AppError | undefined {
  switch (amountProblem(method, decimalToCents(total))) {
    case 'amount_too_small':
      return amountTooSmall()
    case 'amount_too_large':
      return amountTooLarge()
  }
}
