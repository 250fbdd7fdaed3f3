import { inTransaction } from '../../../db/connect.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import { formatDollars, toCents } from '../../../shared/kernel/money.ts'
import {
  adminPaymentSchema,
  paymentParamsSchema,
  type ReceiveTransfer,
  receiveTransferSchema,
} from '../../../shared/payments/schema.ts'
import { acting } from '../../people/audit/acting.ts'
import { type Acting, insertActions } from '../../people/audit/queries.ts'
import { routesFor } from '../../platform/http/guards.ts'
import { lockOrder } from '../orders/fulfilment-queries.ts'
import { paymentError } from '../payments/errors.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { findPayment } from '../payments/queries.ts'
import { idOf } from './payment-ids.ts'
import { readPayment } from './read-payments.ts'
import { bookTransfer } from './receive-transfer.ts'
import { recordSurplusReturned } from './refund-payment.ts'

const response = { 200: adminPaymentSchema }

export const transfersAdminRoutes = routesFor(['admin'], (app, deps: PaymentDeps) => {
  const { db, clock } = deps

  app.post(
    '/api/admin/payments/:payment_id/received',
    {
      schema: {
        summary: 'Record a received bank transfer',
        params: paymentParamsSchema,
        body: receiveTransferSchema,
        response,
      },
    },
    async (request) => {
      const id = idOf(request.params.payment_id)
      await noteReceived(deps, acting(request, clock), id, request.body)
      return readPayment(db, id)
    },
  )

  app.post(
    '/api/admin/payments/:payment_id/surplus-returned',
    {
      schema: {
        summary: 'Record that a surplus was returned',
        params: paymentParamsSchema,
        response,
      },
    },
    async (request) => {
      const id = idOf(request.params.payment_id)
      await recordSurplusReturned(db, acting(request, clock), id)
      return readPayment(db, id)
    },
  )
})

async function noteReceived(
  { db, clock }: PaymentDeps,
  by: Acting,
  paymentId: string,
  { amount, at, reference }: ReceiveTransfer,
): Promise<void> {
  const now = clock()
  if (at > dayOf(now)) throw paymentError('wrong_day')
  await inTransaction(db, async (tx) => {
    const payment = await findPayment(tx, paymentId)
    if (!payment) throw paymentError('payment_not_found')
    const order = payment.order_id === null ? undefined : await lockOrder(tx, payment.order_id)
    if (!order || payment.provider !== 'offline' || payment.payment_method !== 'bank_transfer')
      throw paymentError('not_a_transfer')
    const receipt = { amountCents: toCents(amount), receivedOn: at, reference: reference ?? null, by_user: by.admin_id }
    await bookTransfer(tx, { order, payment }, { ...receipt, now })
    await insertActions(tx, by, 'payment_received', [{ target: order.order_id, from: null, to: formatDollars(amount) }])
  })
}
