import { Stripe } from 'stripe'
import { STRIPE_API_VERSION } from '../../../../shared/payments/constants.ts'

export type { Stripe } from 'stripe'

/** Creates Stripe's client without retries: the payment's own steps retry with the same idempotency key. */
export function createStripeClient(options: { secretKey: string; fetch?: typeof fetch; timeoutMs: number }): Stripe {
  return new Stripe(options.secretKey, {
    apiVersion: STRIPE_API_VERSION,
    maxNetworkRetries: 0,
    timeout: options.timeoutMs,
    telemetry: false,
    ...(options.fetch && { httpClient: Stripe.createFetchHttpClient(options.fetch) }),
  })
}

/** Returns the `Stripe-Signature` header of an event's bytes: HMAC-SHA256 of time and content. */
export function signEvent(event: { payload: string; secret: string; at: Date }): string {
  const timestamp = Math.floor(event.at.getTime() / 1000)
  return Stripe.webhooks.generateTestHeaderString({ payload: event.payload, secret: event.secret, timestamp })
}

/** The maximum age of a signature in seconds, and how far ahead it may be, as clocks differ. */
const TOLERANCE_SECONDS = 300

export interface SignedEvent {
  id: string
  type: string
  intentRef: string | undefined
}

/** Returns an event that one of the secrets signed; undefined for a wrong, missing or stale signature. */
export function readSignedEvent(
  bytes: Buffer,
  { signature, secrets, now }: { signature: string; secrets: readonly string[]; now: Date },
): SignedEvent | undefined {
  // Stripe's own check accepts any time in the future.
  if (signedAt(signature) - now.getTime() / 1000 > TOLERANCE_SECONDS) return undefined
  for (const secret of secrets) {
    try {
      const event = Stripe.webhooks.constructEvent(
        bytes,
        signature,
        secret,
        TOLERANCE_SECONDS,
        undefined,
        now.getTime(),
      )
      if (typeof event.id === 'string' && event.id !== '' && typeof event.type === 'string')
        return { id: event.id, type: event.type, intentRef: intentOf(event.data.object as EventObject) }
    } catch {
      // Tried with the next secret.
    }
  }
}

/** Returns the time of a signature, in seconds, by the same rules as Stripe's check. */
function signedAt(signature: string): number {
  const time = signature.split(',').findLast((part) => part.startsWith('t='))
  return Number.parseInt(time?.slice(2) ?? '', 10)
}

interface EventObject {
  object?: unknown
  id?: unknown
  payment_intent?: unknown
}

function intentOf({ object, id, payment_intent }: EventObject): string | undefined {
  const ref = object === 'payment_intent' ? id : payment_intent
  return typeof ref === 'string' ? ref : undefined
}
