import { Stripe } from 'stripe'

export type { Stripe } from 'stripe'

/** The version of Stripe's interface that the code is written for: types, requests and events. */
export const STRIPE_API_VERSION = '2026-10-28.endive'

/**
 * Returns the official client. With `fetch` given its requests go there instead of to Stripe. It never retries by itself:
 * the payment's own steps decide that, with the same idempotency key.
 */
export function createStripeClient(options: { secretKey: string; fetch?: typeof fetch; timeoutMs: number }): Stripe {
  return new Stripe(options.secretKey, {
    apiVersion: STRIPE_API_VERSION,
    maxNetworkRetries: 0,
    timeout: options.timeoutMs,
    telemetry: false,
    ...(options.fetch && { httpClient: Stripe.createFetchHttpClient(options.fetch) }),
  })
}

/** Returns the `Stripe-Signature` header of an event's bytes as Stripe signs them: HMAC-SHA256 of time and content. */
export function signEvent(event: { payload: string; secret: string; at: Date }): string {
  const timestamp = Math.floor(event.at.getTime() / 1000)
  return Stripe.webhooks.generateTestHeaderString({ payload: event.payload, secret: event.secret, timestamp })
}
