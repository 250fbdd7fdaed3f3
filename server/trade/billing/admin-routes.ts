import { randomUUID } from 'node:crypto'
import type { FastifySchema } from 'fastify'
import { z } from 'zod'
import { inTransaction } from '../../../db/connect.ts'
import { centsToDecimal, currencyCode } from '../../../shared/kernel/money.ts'
import { minProvidedCents } from '../../../shared/payments/constants.ts'
import {
  adminPaymentPageSchema,
  adminPaymentSchema,
  adminPaymentsExportSchema,
  adminPaymentsQuerySchema,
  answerDisputeSchema,
  assignRefundSchema,
  disputeParamsSchema,
  type PaymentTest,
  paymentEventParamsSchema,
  paymentParamsSchema,
  paymentTestSchema,
  receiveTransferSchema,
  refundParamsSchema,
  refundPaymentSchema,
  returnSurplusSchema,
} from '../../../shared/payments/schema.ts'
import { acting } from '../../people/audit/acting.ts'
import { type Acting, insertActions } from '../../people/audit/queries.ts'
import { csvOptions, sendCsv } from '../../platform/data/csv.ts'
import { adminRoutesFor, respondsWith } from '../../platform/http/guards.ts'
import { retryEvent } from '../payments/admin-queries.ts'
import { paymentError } from '../payments/errors.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { findPayment, findPaymentByRef } from '../payments/queries.ts'
import { checkPayment } from '../purchase/outcome.ts'
import { recordReceivedTransfer } from './bank-transfers.ts'
import { syncAuthorized } from './capture-payments.ts'
import { exportPayments, readPayment, readPayments } from './read-payments.ts'
import { assignRefundToSeller, recordRefundByHand, recordSurplusReturned, refundPayment } from './refund-payment.ts'
import { answerDispute, syncReversals } from './sync-reversals.ts'

function ofPayment<Schema extends FastifySchema>(schema: Schema) {
  return respondsWith(adminPaymentSchema, schema)
}

/** Returns the id. Throws AppError 404 for a malformed one. */
function requireId(text: string, notFound: 'payment_not_found' | 'refund_not_found' = 'payment_not_found'): string {
  if (!z.uuid().safeParse(text).success) throw paymentError(notFound)
  return text
}

/** Registers the admins' views of payments, and checks at the provider. */
export const paymentsAdminRoutes = adminRoutesFor('payments', (app, deps: PaymentDeps) => {
  const { db, clock, isSandbox } = deps

  app.get(
    '/api/admin/payments',
    respondsWith(adminPaymentPageSchema, { summary: 'A page of all payments', querystring: adminPaymentsQuerySchema }),
    (request) => readPayments(db, request.query),
  )

  app.post(
    '/api/admin/payments/test',
    respondsWith(paymentTestSchema, { summary: 'Make a test payment, which takes no money' }),
    () => tryPayment(deps),
  )

  app.get(
    '/api/admin/payments.csv',
    csvOptions('All payments as CSV', adminPaymentsExportSchema),
    async (request, reply) => sendCsv(reply, 'payments.csv', await exportPayments(db, request.query)),
  )

  app.get(
    '/api/admin/payments/:payment_id',
    ofPayment({ summary: 'A payment with its refunds and events', params: paymentParamsSchema }),
    (request) => readPayment(db, requireId(request.params.payment_id)),
  )

  app.post(
    '/api/admin/payments/:payment_id/look',
    ofPayment({ summary: 'Sync a payment with the provider', params: paymentParamsSchema }),
    async (request) => {
      const id = requireId(request.params.payment_id)
      await checkAtProvider(deps, acting(request, clock), id)
      return readPayment(db, id)
    },
  )

  app.post(
    '/api/admin/payment-events/:event_id/again',
    { schema: { summary: 'Retry a failed event', params: paymentEventParamsSchema } },
    async (request, reply) => {
      const { event_id } = request.params
      const by = acting(request, clock)
      await inTransaction(db, async (tx) => {
        const event = await retryEvent(tx, event_id, by.now)
        if (!event) throw paymentError('event_not_found')
        const payment = event.object_ref ? await findPaymentByRef(tx, event.object_ref, isSandbox) : undefined
        const target = payment?.order_id ?? payment?.payment_id
        if (target) await insertActions(tx, by, 'payment_look', [{ target, from: null, to: null }])
      })
      request.log.info({ event: 'payment_event_again', event_id })
      return reply.code(204).send(null)
    },
  )
})

/** Registers the admins' decisions about payments. */
export const decisionsAdminRoutes = adminRoutesFor('payments', (app, deps: PaymentDeps) => {
  const { db, clock } = deps

  app.post(
    '/api/admin/payments/:payment_id/refunds',
    ofPayment({
      summary: 'Refund a payment, or a part of it',
      description: 'Repeating a `refund_id` repeats the same refund.',
      params: paymentParamsSchema,
      body: refundPaymentSchema,
    }),
    async (request) => {
      const id = requireId(request.params.payment_id)
      await refundPayment(db, acting(request, clock), id, request.body)
      request.log.info({ event: 'refund_requested', payment_id: id, refund_id: request.body.refund_id })
      return readPayment(db, id)
    },
  )

  app.post(
    '/api/admin/refunds/:refund_id/done',
    ofPayment({ summary: 'Record that a bank transfer was refunded by hand', params: refundParamsSchema }),
    async (request) => {
      const refundId = requireId(request.params.refund_id, 'refund_not_found')
      return readPayment(db, await recordRefundByHand(db, acting(request, clock), refundId))
    },
  )

  app.post(
    '/api/admin/refunds/:refund_id/seller',
    ofPayment({
      summary: "Assign a refund made in the provider's dashboard to a seller",
      params: refundParamsSchema,
      body: assignRefundSchema,
    }),
    async (request) => {
      const refundId = requireId(request.params.refund_id, 'refund_not_found')
      return readPayment(db, await assignRefundToSeller(db, acting(request, clock), refundId, request.body.seller_id))
    },
  )

  app.post(
    '/api/admin/payments/:payment_id/received',
    ofPayment({ summary: 'Record a received bank transfer', params: paymentParamsSchema, body: receiveTransferSchema }),
    async (request) => {
      const id = requireId(request.params.payment_id)
      await recordReceivedTransfer(db, acting(request, clock), id, request.body)
      return readPayment(db, id)
    },
  )

  app.post(
    '/api/admin/payments/:payment_id/surplus-returned',
    ofPayment({ summary: 'Record a returned surplus', params: paymentParamsSchema, body: returnSurplusSchema }),
    async (request) => {
      const id = requireId(request.params.payment_id)
      await recordSurplusReturned(db, acting(request, clock), id, request.body?.amount)
      return readPayment(db, id)
    },
  )

  app.post(
    '/api/admin/disputes/:dispute_number/answer',
    ofPayment({
      summary: 'Answer a dispute, once, or accept it',
      params: disputeParamsSchema,
      body: answerDisputeSchema,
    }),
    async (request) => {
      const { dispute_number } = request.params
      if (!/^\d{1,15}$/.test(dispute_number)) throw paymentError('dispute_not_found')
      const paymentId = await answerDispute(deps, acting(request, clock), Number(dispute_number), request.body)
      request.log.info({ event: 'dispute_answered', dispute_number })
      return readPayment(db, paymentId)
    },
  )
})

async function checkAtProvider(deps: PaymentDeps, by: Acting, paymentId: string): Promise<void> {
  const { db } = deps
  const payment = await findPayment(db, paymentId)
  if (!payment) throw paymentError('payment_not_found')
  let seen = payment
  if (payment.provider === 'stripe') {
    if (payment.payment_state === 'authorized') await syncAuthorized(deps, payment)
    else await checkPayment(deps, payment)
    seen = (await findPayment(db, paymentId)) ?? payment
    await syncReversals(deps, seen)
  }
  const actions = [{ target: payment.order_id ?? paymentId, from: payment.payment_state, to: seen.payment_state }]
  await inTransaction(db, (tx) => insertActions(tx, by, 'payment_look', actions))
}

/** The test card of Stripe and of the sandbox that pays. */
const TEST_CARD = 'pm_card_visa'

/** Reserves the minimum amount on a test card, which is never captured. Throws AppError 409 with live keys. */
async function tryPayment({ provider, isSandbox, siteUrl }: PaymentDeps): Promise<PaymentTest> {
  if (!isSandbox) throw paymentError('live_payments')
  const [amount, currency] = [centsToDecimal(minProvidedCents()), currencyCode().toLowerCase()]
  const payment = { payment_id: randomUUID(), attempts: 1, checkout_id: randomUUID(), amount, currency }
  const outcome = await provider.start({ payment, token: TEST_CARD, returnUrl: siteUrl, isReserved: true })
  if (outcome.kind === 'unknown') return { outcome: 'no_answer' }
  const isReserved = outcome.kind === 'intent' && outcome.intent.status === 'authorized'
  return { outcome: isReserved ? 'accepted' : 'refused' }
}
