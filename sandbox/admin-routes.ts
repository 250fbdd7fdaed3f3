import { z } from 'zod'
import type { Db } from '../db/tables.ts'
import { errorsOf } from '../server/platform/http/errors.ts'
import { adminRoutesFor } from '../server/platform/http/guards.ts'
import { listOrdersOf } from '../server/trade/payments/queries.ts'
import { toCents, toDollars } from '../shared/kernel/money.ts'
import { orderIdSchema } from '../shared/orders/schema.ts'
import { sandboxErrors } from './messages.ts'
import type { Sandbox } from './sandbox.ts'
import { type SandboxBooks, type SandboxPlayed, sandboxBooksSchema, sandboxPlaySchema } from './schema.ts'

const sandboxError = errorsOf(sandboxErrors)

interface SandboxDeps {
  db: Db
  sandbox: Sandbox
}

export const sandboxAdminRoutes = adminRoutesFor('payments', (app, deps: SandboxDeps) => {
  app.get(
    '/api/admin/sandbox',
    { schema: { summary: 'Payments and transfers of the sandbox', response: { 200: sandboxBooksSchema } } },
    () => readBooks(deps),
  )

  app.post(
    '/api/admin/sandbox/plays',
    {
      schema: {
        summary: 'Trigger an event in the sandbox',
        body: sandboxPlaySchema,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      if (!(await play(deps.sandbox, request.body))) throw sandboxError('sandbox_not_possible')
      request.log.info({ event: 'sandbox_played', play: request.body.play })
      return reply.code(204).send(null)
    },
  )
})

async function readBooks({ db, sandbox }: SandboxDeps): Promise<SandboxBooks> {
  const [payments, transfers] = await Promise.all([sandbox.listPayments(), sandbox.listTransfers()])
  const orders = await listOrdersOf(
    db,
    payments.map(({ intent_id }) => intent_id),
  )
  return {
    payments: payments.map(({ intent_id, payment_method, status, created_at, events, refunds, dispute, ...cents }) => ({
      intent_id,
      payment_method,
      status,
      events: events.length,
      order_id: orders.get(intent_id) ?? null,
      amount: toDollars(cents.amount),
      received: toDollars(cents.amount_received),
      refunded: toDollars(cents.amount_refunded),
      created_at: created_at.toISOString(),
      refund_ids: refunds.flatMap(({ refund_id, status: state }) => (state === 'failed' ? [] : [refund_id])),
      dispute: dispute && { dispute_id: dispute.dispute_id, is_open: !['won', 'lost'].includes(dispute.status) },
    })),
    transfers: transfers.map(({ transfer_number, reference, amountCents, due_at, taken_at }) => ({
      transfer_number,
      reference,
      amount: toDollars(amountCents),
      due_at: due_at.toISOString(),
      arrived_at: taken_at?.toISOString() ?? null,
    })),
  }
}

async function play(sandbox: Sandbox, played: SandboxPlayed): Promise<boolean> {
  switch (played.play) {
    case 'events_again':
      return sendEventsAgain(sandbox, played.intent_id)
    case 'hour_again':
      await sandbox.sendLastHourReversed()
      return true
    case 'dispute':
      return sandbox.openDispute(played.intent_id)
    case 'end_dispute':
      return sandbox.endDispute(played.dispute_id, played.end)
    case 'fail_refund':
      return sandbox.failRefund(played.refund_id)
    case 'refund':
      return sandbox.refundOutside(played.intent_id, toCents(played.amount))
    case 'transfer':
      if (!orderIdSchema.safeParse(played.reference).success) return false
      await sandbox.letTransferArrive(played.reference, toCents(played.amount))
      return true
    case 'drop_transfer':
      return sandbox.dropTransfers(played.reference)
  }
}

async function sendEventsAgain(sandbox: Sandbox, intentId: string): Promise<boolean> {
  const payment = (await sandbox.listPayments()).find(({ intent_id }) => intent_id === intentId)
  for (const { event_id } of payment?.events ?? []) await sandbox.sendEventAgain(event_id)
  return (payment?.events.length ?? 0) > 0
}
