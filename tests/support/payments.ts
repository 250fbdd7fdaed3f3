import { randomUUID } from 'node:crypto'
import { createSandbox } from '../../sandbox/sandbox.ts'
import type { SandboxStep } from '../../sandbox/schema.ts'
import { createStripeClient } from '../../server/trade/payments/stripe/client.ts'
import type { AdminPayment, Paying } from '../../shared/payments/schema.ts'
import type { TestAccount } from './accounts.ts'
import { call } from './api.ts'
import type { TestApp } from './test-app.ts'

type Market = Pick<TestApp, 'app'>
type Answered = AdminPayment & { code?: string; message?: string; details?: object }

/** Sends an admin's action on a payment: `look`, `received`, `surplus-returned`. */
export const actOnPayment = (market: Market, as: TestAccount, paymentId: string, act: string, body?: object) =>
  call<Answered>(market, 'POST', `/api/admin/payments/${paymentId}/${act}`, { as, body })

/** Refunds as goodwill, unless the body has another reason. */
export const refund = (market: Market, as: TestAccount, paymentId: string, body: object) =>
  actOnPayment(market, as, paymentId, 'refunds', { refund_id: randomUUID(), reason: 'goodwill', ...body })

/** Assigns to a seller a refund that was made in the provider's dashboard. */
export const assignRefund = (market: Market, as: TestAccount, refundId = '', { user_id: seller_id }: TestAccount) =>
  call<Answered>(market, 'POST', `/api/admin/refunds/${refundId}/seller`, { as, body: { seller_id } })

/** Answers a dispute as an admin. */
export const answerDispute = (market: Market, as: TestAccount, dispute: number | undefined, body: object) =>
  call<Answered>(market, 'POST', `/api/admin/disputes/${dispute}/answer`, { as, body })

/** Returns the provider's side of a marketplace with sandbox payments: controls of its books, and a separate client. */
export function providerOf(market: TestApp, clock: () => Date) {
  const secretKey = 'sk_test_of_the_dashboard'
  const sandbox = createSandbox({
    db: market.db,
    clock,
    mode: 'calm',
    secretKey,
    webhookSecret: 'whsec_unused',
    webhookUrl: () => 'http://127.0.0.1:9/',
    siteUrl: () => 'http://127.0.0.1:9',
  })
  return { sandbox, stripe: createStripeClient({ secretKey, fetch: sandbox.fetch, timeoutMs: 10_000 }) }
}

/** Answers the pending step of a payment on the provider's page: `approve`, `refuse` or `leave`. */
export const answerStep = async (market: Market, { body: { next } }: { body: Paying }, answer: string) => {
  const id = next.kind === 'redirect' ? next.url.split('/').at(-1) : ''
  return (await call<SandboxStep>(market, 'POST', `/api/sandbox/steps/${id}`, { body: { answer } })).body
}
