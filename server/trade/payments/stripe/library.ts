import type { Stripe } from 'stripe'

/** Loads what uses Stripe's library at its first use: it takes 10 MB and a tenth of a second. */
export const loadStripe = () => import('./client.ts')

/** Returns the official client, the same each time. */
export type OpenStripe = () => Promise<Stripe>

/** Returns whether an error is one that the client throws, of one of these classes; without loading them. */
export function isStripeError(
  error: unknown,
  ...classes: ReadonlyArray<keyof typeof Stripe.errors>
): error is Stripe.errors.StripeError {
  return error instanceof Error && 'type' in error && classes.some((name) => name === error.type)
}
