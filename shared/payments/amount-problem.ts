import { MAX_PROVIDED_CENTS, minProvidedCents, type PaymentMethod } from './constants.ts'

/** Returns why a provider refuses an amount for this method; undefined if it accepts it, or no provider is used. */
export function amountProblem(
  method: PaymentMethod,
  cents: number,
): 'amount_too_small' | 'amount_too_large' | undefined {
  if (method === 'bank_transfer' || cents === 0) return undefined
  if (cents < minProvidedCents()) return 'amount_too_small'
  return cents > MAX_PROVIDED_CENTS ? 'amount_too_large' : undefined
}
