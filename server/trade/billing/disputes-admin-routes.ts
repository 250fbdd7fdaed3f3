import { adminPaymentSchema, answerDisputeSchema, disputeParamsSchema } from '../../../shared/payments/schema.ts'
import { acting } from '../../people/audit/acting.ts'
import { routesFor } from '../../platform/http/guards.ts'
import { paymentError } from '../payments/errors.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { answerDispute } from './answer-dispute.ts'
import { readPayment } from './read-payments.ts'

export const disputesAdminRoutes = routesFor(['admin'], (app, deps: PaymentDeps) => {
  const { db, clock } = deps

  app.post(
    '/api/admin/disputes/:dispute_number/answer',
    {
      schema: {
        summary: 'Answer a dispute, once, or accept it',
        params: disputeParamsSchema,
        body: answerDisputeSchema,
        response: { 200: adminPaymentSchema },
      },
    },
    async (request) => {
      const { dispute_number } = request.params
      if (!/^\d{1,15}$/.test(dispute_number)) throw paymentError('dispute_not_found')
      const paymentId = await answerDispute(deps, acting(request, clock), Number(dispute_number), request.body)
      request.log.info({ event: 'dispute_answered', dispute_number })
      return readPayment(db, paymentId)
    },
  )
})
