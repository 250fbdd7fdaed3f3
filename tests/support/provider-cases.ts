import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Intent, Outcome, Provider } from '../../server/trade/payments/provider.ts'

/**
 * Requirements for a payment provider, whether Stripe in test mode or the sandbox that imitates it; each rejects if it is not
 * met.
 */
export const providerCases: Record<string, (provider: Provider) => Promise<void>> = {
  async 'a card pays, once for each attempt'(provider) {
    const attempt = newAttempt('pm_card_visa')
    const { ref, status, receivedCents, paymentId } = intentOf(await provider.start(attempt))
    deepEqual(
      { status, receivedCents, paymentId },
      { status: 'paid', receivedCents: 1234, paymentId: attempt.payment.payment_id },
    )
    equal(intentOf(await provider.start(attempt)).ref, ref)
    equal(intentOf(await provider.read(ref)).status, 'paid')
    equal(intentOf(await provider.cancel(ref)).status, 'paid')
  },

  async 'declined cards say why, and cannot be paid once they are cancelled'(provider) {
    const codes = {
      pm_card_visa_chargeDeclined: 'generic_decline',
      pm_card_visa_chargeDeclinedInsufficientFunds: 'insufficient_funds',
    }
    for (const [token, code] of Object.entries(codes)) {
      const { ref, status, declineCode } = intentOf(await provider.start(newAttempt(token)))
      deepEqual({ status, declineCode }, { status: 'failed', declineCode: code })
      equal(intentOf(await provider.cancel(ref)).status, 'cancelled')
    }
  },

  async 'a bank asks the buyer on a page'(provider) {
    const intent = intentOf(await provider.start(newAttempt('pm_card_threeDSecure2Required')))
    equal(intent.status, 'requires_action')
    ok(intent.nextUrl)
    equal(intentOf(await provider.cancel(intent.ref)).status, 'cancelled')
  },

  async 'an attempt whose response was lost is found, and one that never came takes no money later'(provider) {
    const paid = newAttempt('pm_card_visa')
    const { ref } = intentOf(await provider.start(paid))
    equal(intentOf(await provider.recover(paid.payment)).ref, ref)
    const lost = newAttempt('pm_card_visa')
    equal(intentOf(await provider.recover(lost.payment)).status, 'failed')
    deepEqual(await provider.start(lost), { kind: 'refused' })
  },

  async 'what is reserved is taken in part, once, or not at all'(provider) {
    const attempt = { ...newAttempt('pm_card_visa'), isReserved: true }
    const { ref, status, captureBefore, receivedCents } = intentOf(await provider.start(attempt))
    deepEqual({ status, receivedCents }, { status: 'authorized', receivedCents: 0 })
    ok(captureBefore && captureBefore > new Date())
    for (const cents of [1000, 900]) {
      const { status: state, receivedCents: taken } = intentOf(await provider.capture({ ref, cents }))
      deepEqual({ state, taken }, { state: 'paid', taken: 1000 })
    }
    const other = { ...newAttempt('pm_card_visa'), isReserved: true }
    const reserved = intentOf(await provider.start(other)).ref
    equal(intentOf(await provider.capture({ ref: reserved, cents: 0 })).status, 'cancelled')
  },

  async 'an unknown token is refused'(provider) {
    deepEqual(await provider.start(newAttempt('pm_of_no_card')), { kind: 'refused' })
  },

  async 'refunds are made once for each id, and no more than was paid'(provider) {
    const { ref } = intentOf(await provider.start(newAttempt('pm_card_visa')))
    const refundId = randomUUID()
    const first = await provider.refund({ refundId, ref, amountCents: 1000 })
    equal((await provider.refund({ refundId, ref, amountCents: 1000 })).ref, first.ref)
    equal((await provider.refund({ refundId: randomUUID(), ref, amountCents: 300 })).state, 'failed')
    const known = await provider.listRefunds(ref)
    deepEqual(
      known.map(({ amountCents, refundId: id }) => [amountCents, id]),
      [[1000, refundId]],
    )
    const since = new Date(Date.now() - 3_600_000)
    ok((await provider.listRecent(since)).some((refund) => refund.payment_ref === ref))
  },
}

/** Only for a provider that opens disputes at once: the sandbox waits a minute. */
export async function disputeCase(provider: Provider): Promise<void> {
  const { ref } = intentOf(await provider.start(newAttempt('pm_card_createDispute')))
  const disputes = await untilThere(() => provider.listDisputes(ref))
  const [{ provider_ref: dispute, dispute_state }] = disputes as [(typeof disputes)[number]]
  equal(dispute_state, 'needs_response')
  ok(await provider.answerDispute(dispute, { text: 'winning_evidence' }))
  equal(await provider.answerDispute(dispute, { text: 'winning_evidence' }), false)
}

async function untilThere<Row>(read: () => Promise<Row[]>): Promise<Row[]> {
  for (let tries = 0; tries < 30; tries++) {
    const rows = await read()
    if (rows.length) return rows
    await sleep(1_000)
  }
  throw new Error('it did not come within half a minute')
}

function newAttempt(token: string) {
  const returnUrl = 'https://market.example/checkout/return'
  const times = { attempted_at: null, created_at: new Date(Date.now() - 60_000) }
  const ids = { payment_id: randomUUID(), attempts: 1, checkout_id: randomUUID() }
  return { payment: { ...ids, ...times, amount: '12.34', currency: 'usd' }, token, returnUrl, isReserved: false }
}

function intentOf(outcome: Outcome): Intent {
  if (outcome.kind !== 'intent') throw new Error(`the provider responded with ${outcome.kind}`)
  return outcome.intent
}
