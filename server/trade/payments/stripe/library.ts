import type { Stripe } from 'stripe'

/** Loads Stripe's library on first use: it takes 10 MB and a tenth of a second. */
export const loadStripe = () => import('./client.ts')

export type OpenStripe = () => Promise<Stripe>

/** Returns whether an error is of one of the client's classes, without loading them. */
export function isStripeError(
  error: unknown,
  ...classes: ReadonlyArray<keyof typeof Stripe.errors>
): error is Stripe.errors.StripeError {
  return error instanceof Error && 'type' in error && classes.some((name) => name === error.type)
}
