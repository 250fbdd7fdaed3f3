import { MAX_PROVIDED_CENTS, MIN_PROVIDED_CENTS, type PaymentMethod } from './constants.ts'

/** Returns why no provider takes an amount in this way; undefined when one does, or none is asked. */
export function amountProblem(
  method: PaymentMethod,
  cents: number,
): 'amount_too_small' | 'amount_too_large' | undefined {
  if (method === 'bank_transfer' || cents === 0) return undefined
  if (cents < MIN_PROVIDED_CENTS) return 'amount_too_small'
  return cents > MAX_PROVIDED_CENTS ? 'amount_too_large' : undefined
}
