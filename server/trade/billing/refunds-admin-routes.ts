import {
  adminPaymentSchema,
  assignRefundSchema,
  paymentParamsSchema,
  refundParamsSchema,
  refundPaymentSchema,
} from '../../../shared/payments/schema.ts'
import { acting } from '../../people/audit/acting.ts'
import { routesFor } from '../../platform/http/guards.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { idOf } from './payment-ids.ts'
import { readPayment } from './read-payments.ts'
import { assignRefundToSeller, recordSentBack, refundPayment } from './refund-payment.ts'

const response = { 200: adminPaymentSchema }

export const refundsAdminRoutes = routesFor(['admin'], (app, deps: PaymentDeps) => {
  const { db, clock } = deps

  app.post(
    '/api/admin/payments/:payment_id/refunds',
    {
      schema: {
        summary: 'Refund a payment, or a part of it',
        description: 'Repeating a `refund_id` repeats the same refund.',
        params: paymentParamsSchema,
        body: refundPaymentSchema,
        response,
      },
    },
    async (request) => {
      const id = idOf(request.params.payment_id)
      await refundPayment(db, acting(request, clock), id, request.body)
      request.log.info({ event: 'refund_requested', payment_id: id, refund_id: request.body.refund_id })
      return readPayment(db, id)
    },
  )

  app.post(
    '/api/admin/refunds/:refund_id/done',
    {
      schema: {
        summary: 'Record that a bank transfer was refunded by hand',
        params: refundParamsSchema,
        response,
      },
    },
    async (request) => {
      const refundId = idOf(request.params.refund_id, 'refund_not_found')
      return readPayment(db, await recordSentBack(db, acting(request, clock), refundId))
    },
  )

  app.post(
    '/api/admin/refunds/:refund_id/seller',
    {
      schema: {
        summary: "Assign a refund made in the provider's dashboard to a seller",
        params: refundParamsSchema,
        body: assignRefundSchema,
        response,
      },
    },
    async (request) => {
      const refundId = idOf(request.params.refund_id, 'refund_not_found')
      return readPayment(db, await assignRefundToSeller(db, acting(request, clock), refundId, request.body.seller_id))
    },
  )
})
