import { z } from 'zod'
import { inTransaction } from '../../../db/connect.ts'
import {
  adminPaymentPageSchema,
  adminPaymentSchema,
  adminPaymentsQuerySchema,
  paymentEventParamsSchema,
  paymentParamsSchema,
} from '../../../shared/payments/schema.ts'
import { acting } from '../../people/audit/acting.ts'
import { type Acting, insertActions } from '../../people/audit/queries.ts'
import { routesFor } from '../../platform/http/guards.ts'
import { retryEvent } from '../payments/admin-queries.ts'
import { paymentError } from '../payments/errors.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { findPayment, findPaymentByRef } from '../payments/queries.ts'
import { checkPayment } from '../purchase/outcome.ts'
import { syncAuthorized } from './capture-payments.ts'
import { idOf } from './payment-ids.ts'
import { readPayment, readPayments } from './read-payments.ts'
import { syncDisputes } from './sync-disputes.ts'
import { syncRefunds } from './sync-refunds.ts'

const response = { 200: adminPaymentSchema }

export const billingAdminRoutes = routesFor(['admin'], (app, deps: PaymentDeps) => {
  const { db, clock } = deps

  app.get(
    '/api/admin/payments',
    {
      schema: {
        summary: 'A page of all payments',
        querystring: adminPaymentsQuerySchema,
        response: { 200: adminPaymentPageSchema },
      },
    },
    (request) => readPayments(db, request.query),
  )

  app.get(
    '/api/admin/payments/:payment_id',
    { schema: { summary: 'A payment with its refunds and events', params: paymentParamsSchema, response } },
    (request) => readPayment(db, idOf(request.params.payment_id)),
  )

  app.post(
    '/api/admin/payments/:payment_id/look',
    { schema: { summary: 'Sync a payment with the provider', params: paymentParamsSchema, response } },
    async (request) => {
      const id = idOf(request.params.payment_id)
      await look(deps, acting(request, clock), id)
      return readPayment(db, id)
    },
  )

  app.post(
    '/api/admin/payment-events/:event_id/again',
    {
      schema: {
        summary: 'Retry a failed event',
        params: paymentEventParamsSchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { event_id } = request.params
      await applyAgain(deps, acting(request, clock), event_id)
      request.log.info({ event: 'payment_event_again', event_id })
      return reply.code(204).send(null)
    },
  )
})

async function applyAgain({ db, isSandbox }: PaymentDeps, by: Acting, eventId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const event = await retryEvent(tx, eventId, by.now)
    if (!event) throw paymentError('event_not_found')
    const payment = event.object_ref ? await findPaymentByRef(tx, event.object_ref, isSandbox) : undefined
    const target = payment?.order_id ?? payment?.payment_id
    if (target) await insertActions(tx, by, 'payment_look', [{ target, from: null, to: null }])
  })
}

async function look(deps: PaymentDeps, by: Acting, paymentId: string): Promise<void> {
  const payment = await findPayment(deps.db, paymentId)
  if (!payment) throw paymentError('payment_not_found')
  if (payment.provider === 'stripe') {
    if (payment.payment_state === 'authorized') await syncAuthorized(deps, payment)
    else await checkPayment(deps, paymentId)
    const seen = await findPayment(deps.db, paymentId)
    if (seen) await syncRefunds(deps, seen)
    if (seen) await syncDisputes(deps, seen)
  }
  const seen = await findPayment(deps.db, paymentId)
  const [from, to] = [payment.payment_state, seen?.payment_state ?? null]
  const target = payment.order_id ?? paymentId
  await inTransaction(deps.db, (tx) => insertActions(tx, by, 'payment_look', [{ target, from, to }]))
}
