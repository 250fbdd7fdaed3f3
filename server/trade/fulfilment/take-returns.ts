import { randomUUID } from 'node:crypto'
import type { AnswerReturn, ReceiveReturn } from '../../../shared/fulfilment/return-schema.ts'
import { unitsBack } from '../../../shared/fulfilment/rules.ts'
import { centsToDecimal, toCents } from '../../../shared/kernel/money.ts'
import { amountOfUnits, sumOfParts } from '../../../shared/pricing/refundable.ts'
import { insertActions } from '../../people/audit/queries.ts'
import { restockUnits } from '../../shop/stock/sell-queries.ts'
import { tooFewUnits } from './errors.ts'
import { type FulfilmentAction, lineOf, requireRevision, shown } from './fulfilment-action.ts'
import { refundReversed } from './refund-reversed.ts'
import { findReturn, recordReturn, returnsOf, takeOn } from './request-return.ts'
import { type ReturnRow, setReceived, updateReturn } from './return-queries.ts'
import { returnableUnits } from './what-can-return.ts'

/** Accepts a return with a return address, or declines it with a reason. Throws AppError 404 and 409. */
export async function answerReturn(action: FulfilmentAction, answer: AnswerReturn, returnNumber: number) {
  const requested = await findReturn(action, returnNumber)
  await requireRevision(action, answer.revision)
  const { accept, instructions = null, note = null } = answer
  const state = accept ? 'accepted' : 'declined'
  const said = accept ? { instructions } : { answer_note: note }
  await takeOn(action, requested, 'requested', { state, answered_at: action.now, ...said })
  await recordReturn(action, `return_${state}`, requested, { ...(!accept && note && { note }) })
  await journal(action, requested, state)
}

/** Records received units, restocks the resalable ones, and refunds them. Throws AppError 404, 409. */
export async function receiveReturn(
  action: FulfilmentAction,
  { revision, lines, delivery = 0 }: ReceiveReturn,
  returnNumber: number,
): Promise<void> {
  const accepted = await findReturn(action, returnNumber)
  await requireRevision(action, revision)
  const receivedLines = lines.filter(({ received }) => received > 0)
  for (const { line_number, received } of receivedLines) await requireRequested(action, accepted, line_number, received)
  const isLate = accepted.state === 'expired'
  if (isLate) await requireReturnable(action, receivedLines)
  await takeOn(action, accepted, isLate ? 'expired' : 'accepted', { state: 'received', received_at: action.now })
  await setReceived(action.tx, returnNumber, receivedLines)
  await refundReturn(action, returnNumber, { cents: await countBack(action, receivedLines), added: toCents(delivery) })
  const quantities = receivedLines.map(({ line_number, received }) => ({ line_number, quantity: received }))
  await recordReturn(action, 'returned', { return_number: returnNumber, lines: quantities })
  await journal(action, accepted, 'received')
}

type ReceivedLines = ReceiveReturn['lines']

async function requireRequested(action: FulfilmentAction, { lines }: ReturnRow, lineNumber: number, received: number) {
  const requested = lines.find(({ line_number }) => line_number === lineNumber)?.quantity ?? 0
  const line = lineOf(action, lineNumber)
  if (received > requested) throw tooFewUnits('more_than_asked', line, requested, await shown(action))
}

/** Needed for an expired return, as its units may have been requested or returned again. */
async function requireReturnable(action: FulfilmentAction, receivedLines: ReceivedLines): Promise<void> {
  const { lines, shipments, sellerOrder } = action
  const sent = { lines, shipments, returns: await returnsOf(action), ended_at: sellerOrder.ended_at }
  for (const { line_number, received } of receivedLines) {
    const line = lineOf(action, line_number)
    const left = returnableUnits(sent, line)
    if (received > left) throw tooFewUnits('not_returnable', line, left, await shown(action))
  }
}

/** Updates the counts and the stock; returns the cents paid for the received units. */
async function countBack(action: FulfilmentAction, receivedLines: ReceivedLines): Promise<number> {
  const { tx, now, actor, order } = action
  let cents = 0
  const units = receivedLines.flatMap(({ line_number, received, resalable }) => {
    const line = lineOf(action, line_number)
    cents += amountOfUnits(line, received, unitsBack(line))
    line.returned_units += received
    return resalable > 0 ? [{ product_number: line.product_number, units: resalable }] : []
  })
  const { order_number } = order
  await restockUnits(tx, units, { reason: 'returned', order_number, by_user: actor.user_id, now })
  return cents
}

async function refundReturn(
  action: FulfilmentAction,
  return_number: number,
  due: { cents: number; added: number },
): Promise<void> {
  const refund_id = randomUUID()
  const going = await refundReversed(action, { reason: 'returned', ...due, refund_id })
  if (!going) return
  const refunded = centsToDecimal(sumOfParts(going.back))
  await updateReturn(
    action.tx,
    { return_number, state: 'received' },
    { refunded, refund_id: going.isRefund ? refund_id : null },
  )
}

async function journal({ tx, now, actor, order }: FulfilmentAction, { state }: ReturnRow, to: ReturnRow['state']) {
  if (actor.role !== 'admin' || actor.user_id === null) return
  const change = { target: order.order_id, from: state, to }
  await insertActions(tx, { admin_id: actor.user_id, now }, 'return', [change])
}
