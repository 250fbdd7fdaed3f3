import { decimalToCents } from '../../../shared/kernel/money.ts'
import { secondsBefore } from '../../platform/config/clock.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type CallProvider, createGate } from './provider-gate.ts'
import { allSince, createReversals } from './provider-reversals.ts'
import type { PaymentRow } from './queries.ts'
import type { Stripe } from './stripe/client.ts'
import { isStripeError, type OpenStripe } from './stripe/library.ts'

/** An attempt to take money, in its current state at the provider. */
export interface Intent {
  ref: string
  /** `failed` is final unless the attempt is confirmed again. */
  status: 'requires_action' | 'processing' | 'authorized' | 'paid' | 'failed' | 'cancelled'
  /** In cents. */
  receivedCents: number
  /** The end of an authorisation; null when unknown. */
  captureBefore: Date | null
  declineCode: string | null
  /** Nothing else of a card is read; null unless the provider names it. */
  card: Pick<PaymentRow, 'card_brand' | 'card_last4'>
  /** The page where the buyer completes a step. */
  nextUrl: string | null
  /** Lets the checkout page perform the step when there is no such URL. */
  clientSecret: string | null
  /** The payment that the attempt was started for. */
  paymentId: string | undefined
  attempt: number | undefined
}

/** The fields of a payment that an attempt sends to the provider. */
type SentPayment = Pick<PaymentRow, 'payment_id' | 'attempts' | 'checkout_id' | 'amount' | 'currency'>

interface Attempt {
  payment: SentPayment
  token: string
  returnUrl: string
  isReserved: boolean
}

/**
 * The outcome of a request to the provider. It may have taken effect even if it `failed` there or is `unknown` for lack of a
 * response; `missing` means that it has not, and never will.
 */
export type Outcome =
  | { kind: 'intent'; intent: Intent }
  | { kind: 'missing'; attempt: number }
  | { kind: 'failed' | 'unknown' | 'refused' }

export type Provider = ReturnType<typeof createProvider>

/** Creates the client of the payment provider, which limits requests to a slow provider. */
export function createProvider(openStripe: OpenStripe, now: () => number = Date.now) {
  const call = createGate(openStripe, now)

  function create(
    { payment_id, attempts, checkout_id, amount, currency }: SentPayment,
    more: Partial<Stripe.PaymentIntentCreateParams>,
  ): Promise<Outcome> {
    const metadata = { payment_id, attempt: String(attempts), checkout_id: checkout_id ?? '' }
    const idempotencyKey = `${payment_id}-${attempts}`
    const intent = { amount: decimalToCents(amount), currency, metadata, ...more }
    return outcomeOf(call((stripe) => stripe.paymentIntents.create(intent, { idempotencyKey })))
  }

  function begin({ payment, token, returnUrl, isReserved }: Attempt): Promise<Outcome> {
    return create(payment, {
      ...meansOf(token),
      ...(isReserved && { capture_method: 'manual' }),
      expand: WITH_CHARGE,
      confirm: true,
      return_url: returnUrl,
    })
  }

  return {
    /**
     * Starts an attempt, once per payment and number; retries a request that failed at the provider. Throws AppError 503
     * while the provider is slow.
     */
    async start(attempt: Attempt): Promise<Outcome> {
      const outcome = await begin(attempt)
      // The first try may have taken effect, even if the second cannot be sent.
      return outcome.kind === 'failed' ? begin(attempt).catch(() => outcome) : outcome
    },

    /**
     * Returns an attempt whose response was lost. If it never arrived, its key is used up by an intent that takes no money,
     * so that it cannot arrive later, and that intent is returned.
     */
    async recover(payment: SentPayment & Pick<PaymentRow, 'attempted_at' | 'created_at'>): Promise<Outcome> {
      const probe = await create(payment, { automatic_payment_methods: { enabled: true } })
      if (probe.kind !== 'refused') return probe
      const { payment_id, attempts, attempted_at, created_at } = payment
      const all = allSince(secondsBefore(attempted_at ?? created_at, 60))
      try {
        for await (const intent of (await openStripe()).paymentIntents.list(all)) {
          const { metadata } = intent
          if (metadata.payment_id === payment_id && metadata.attempt === String(attempts))
            return { kind: 'intent', intent: intentOf(intent) }
        }
        return { kind: 'missing', attempt: attempts }
      } catch {
        return { kind: 'unknown' }
      }
    },

    /** Starts the wait budget of the current request, before its first call. */
    beginWaiting: call.beginWaiting,
    ...createIntents(call),
    ...createReversals(openStripe, call),
  }
}

/** The charge has the card, and the end of an authorisation. */
const WITH_CHARGE = ['latest_charge']

function createIntents(call: CallProvider) {
  const read = (ref: string) =>
    outcomeOf(call((stripe) => stripe.paymentIntents.retrieve(ref, { expand: WITH_CHARGE })))

  /** Cancels an attempt; one that was paid meanwhile is returned unchanged. */
  async function cancel(ref: string): Promise<Outcome> {
    const outcome = await outcomeOf(call((stripe) => stripe.paymentIntents.cancel(ref)))
    return outcome.kind === 'intent' && outcome.intent.status === 'cancelled' ? outcome : read(ref)
  }

  /**
   * Captures this many cents of an authorisation and releases the rest; 0 cancels it. Returns its current state, so
   * that a repeat captures nothing twice.
   */
  async function capture({ ref, cents }: { ref: string; cents: number }): Promise<Outcome> {
    if (cents === 0) return cancel(ref)
    const outcome = await outcomeOf(call((stripe) => stripe.paymentIntents.capture(ref, { amount_to_capture: cents })))
    return outcome.kind === 'intent' ? outcome : read(ref)
  }

  return { read, cancel, capture }
}

export const PAYPAL_TOKEN = 'paypal'

function meansOf(token: string) {
  if (token === PAYPAL_TOKEN)
    return { payment_method_types: ['paypal'], payment_method_data: { type: 'paypal' as const } }
  // A token of Stripe's fields, which take only cards.
  if (token.startsWith('ctoken_')) return { payment_method_types: ['card'], confirmation_token: token }
  return { payment_method: token, automatic_payment_methods: { enabled: true } }
}

async function outcomeOf(intent: Promise<Stripe.PaymentIntent>): Promise<Outcome> {
  try {
    return { kind: 'intent', intent: intentOf(await intent) }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (isStripeError(error, 'StripeCardError') && error.payment_intent)
      return { kind: 'intent', intent: intentOf(error.payment_intent, error) }
    if (isStripeError(error, 'StripeAPIError')) return { kind: 'failed' }
    // The first request with this key is still running.
    if (isStripeError(error, 'StripeIdempotencyError') && error.statusCode === 409) return { kind: 'unknown' }
    const isRefusal = isStripeError(error, 'StripeInvalidRequestError', 'StripeIdempotencyError')
    return isRefusal ? { kind: 'refused' } : { kind: 'unknown' }
  }
}

const STATUSES: Partial<Record<Stripe.PaymentIntent.Status, Intent['status']>> = {
  requires_action: 'requires_action',
  processing: 'processing',
  requires_capture: 'authorized',
  succeeded: 'paid',
  canceled: 'cancelled',
}

type Failure = Pick<Stripe.PaymentIntent.LastPaymentError, 'decline_code' | 'code' | 'payment_method'>

function intentOf(intent: Stripe.PaymentIntent, error?: Failure): Intent {
  const failure = error ?? intent.last_payment_error
  const charged =
    typeof intent.latest_charge === 'object' ? intent.latest_charge?.payment_method_details?.card : undefined
  const attempt = Number(intent.metadata.attempt)
  return {
    ref: intent.id,
    status: STATUSES[intent.status] ?? 'failed',
    receivedCents: intent.amount_received,
    captureBefore: charged?.capture_before ? new Date(charged.capture_before * 1000) : null,
    declineCode: (failure?.decline_code ?? failure?.code ?? null)?.slice(0, 64) ?? null,
    card: cardOf(charged ?? failure?.payment_method?.card),
    nextUrl: intent.next_action?.redirect_to_url?.url ?? null,
    clientSecret: intent.next_action?.type === 'use_stripe_sdk' ? intent.client_secret : null,
    paymentId: intent.metadata.payment_id,
    attempt: Number.isInteger(attempt) ? attempt : undefined,
  }
}

function cardOf({ brand, last4 }: { brand?: string | null; last4?: string | null } = {}): Intent['card'] {
  const isNamed = brand && last4 && /^\d{4}$/.test(last4)
  return isNamed ? { card_brand: brand.slice(0, 32), card_last4: last4 } : { card_brand: null, card_last4: null }
}
