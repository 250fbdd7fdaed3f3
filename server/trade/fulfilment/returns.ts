import { randomUUID } from 'node:crypto'
import { MAX_RETURNS } from '../../../shared/fulfilment/constants.ts'
import type {
  AnswerReturn,
  ReceiveReturn,
  RequestReturn,
  SentReturn,
} from '../../../shared/fulfilment/return-schema.ts'
import { unitsBack } from '../../../shared/fulfilment/rules.ts'
import type { LineUnits } from '../../../shared/fulfilment/schema.ts'
import { centsToDecimal, toCents } from '../../../shared/kernel/money.ts'
import { amountOfUnits, sumOfParts } from '../../../shared/pricing/refundable.ts'
import { insertActions } from '../../people/audit/queries.ts'
import { restockUnits } from '../../shop/stock/sell-queries.ts'
import { fulfilmentError, tooFewUnits } from './errors.ts'
import {
  countsOf,
  type FulfilmentAction,
  lineOf,
  record,
  requireFewer,
  requireNotStopped,
  requireRevision,
  returnsOf,
  shown,
  wrongState,
} from './fulfilment-action.ts'
import { refundReversed } from './refund-reversed.ts'
import { insertReturn, type ReturnRow, type ReturnValues, setReceived, updateReturn } from './return-queries.ts'
import { returnableUnits, returnUntil, type SentSellerOrder, sendUntil } from './what-can-return.ts'

/** Requests a return. Throws AppError 404 for an unknown line, and 409. */
export async function requestReturn(action: FulfilmentAction, request: RequestReturn): Promise<void> {
  await requireRevision(action, request.revision)
  requireNotStopped(action)
  const { tx, now, sellerOrder, returnDays } = action
  if (!returnDays) throw fulfilmentError('returns_not_offered')
  const sent = await sentOf(action)
  const until = returnUntil(sent, returnDays)
  if (until && now > until) throw fulfilmentError('return_period_over', { until: until.toISOString() })
  await requireReturnable(action, request.lines, sent)
  if (sent.returns.length >= MAX_RETURNS) throw fulfilmentError('too_many_returns')
  const { order_number, seller_id } = sellerOrder
  const { reason, note } = request
  const requested = { order_number, seller_id, reason, note: note ?? null, requested_at: now }
  const return_number = await insertReturn(tx, requested, request.lines)
  await recordReturn(action, 'return_requested', { return_number, lines: request.lines }, { reason, note })
}

/** Withdraws a return that the seller has not answered. Throws AppError 404 and 409. */
export async function withdrawReturn(
  action: FulfilmentAction,
  { revision }: { revision: number },
  returnNumber: number,
): Promise<void> {
  const requested = await findReturn(action, returnNumber)
  await requireRevision(action, revision)
  await takeOn(action, requested, 'requested', { state: 'withdrawn', withdrawn_at: action.now })
  await recordReturn(action, 'return_withdrawn', requested)
}

/**
 * Records that returned goods are on their way, or corrects the carrier; returns false for the same again. Throws
 * AppError 404 and 409.
 */
export async function sendReturn(
  action: FulfilmentAction,
  { revision, ...way }: SentReturn,
  returnNumber: number,
): Promise<boolean> {
  const accepted = await findReturn(action, returnNumber)
  await requireRevision(action, revision)
  const { carrier, tracking_number = null } = way
  const corrected = accepted.sent_at !== null
  const isSame = accepted.carrier === carrier && accepted.tracking_number === tracking_number
  if (corrected && isSame && accepted.state === 'accepted') return false
  if (corrected) await requireFewer(action, 'return_sent')
  await takeOn(action, accepted, 'accepted', { carrier, tracking_number, sent_at: accepted.sent_at ?? action.now })
  await recordReturn(action, 'return_sent', accepted, {
    carrier,
    ...(tracking_number && { tracking_number }),
    corrected,
  })
  return true
}

/** Ends an accepted return whose goods were not sent in time. Returns false when it no longer applies. */
export async function expireReturn(action: FulfilmentAction, due: { return_number: number }): Promise<boolean> {
  const late = await findReturn(action, due.return_number)
  const until = sendUntil(late)
  if (!until || action.now < until) return false
  await takeOn(action, late, 'accepted', { state: 'expired', expired_at: action.now })
  await recordReturn(action, 'return_expired', late)
  return true
}

async function findReturn(action: FulfilmentAction, returnNumber: number): Promise<ReturnRow> {
  const found = (await returnsOf(action)).find(({ return_number }) => return_number === returnNumber)
  if (!found) throw fulfilmentError('return_not_found')
  return found
}

/** Updates a return that is in state `from`. Throws AppError 409 otherwise. */
async function takeOn(action: FulfilmentAction, row: ReturnRow, from: ReturnRow['state'], values: ReturnValues) {
  const isTaken = row.state === from && (await updateReturn(action.tx, row, values))
  if (!isTaken) throw await wrongState(action)
}

function recordReturn(
  action: FulfilmentAction,
  kind: Parameters<typeof record>[1],
  { return_number, lines }: { return_number: number; lines: readonly LineUnits[] },
  facts: Record<string, unknown> = {},
): Promise<void> {
  return record(action, kind, { return_number, ...countsOf(lines), ...facts })
}

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
  const quantities = receivedLines.map(({ line_number, received }) => ({ line_number, quantity: received }))
  const isLate = accepted.state === 'expired'
  // Its units may have been requested or returned again.
  if (isLate) await requireReturnable(action, quantities, await sentOf(action))
  await takeOn(action, accepted, isLate ? 'expired' : 'accepted', { state: 'received', received_at: action.now })
  await setReceived(action.tx, returnNumber, receivedLines)
  await refundReturn(action, returnNumber, { cents: await countBack(action, receivedLines), added: toCents(delivery) })
  await recordReturn(action, 'returned', { return_number: returnNumber, lines: quantities })
  await journal(action, accepted, 'received')
}

type ReceivedLines = ReceiveReturn['lines']

async function requireRequested(action: FulfilmentAction, { lines }: ReturnRow, lineNumber: number, received: number) {
  const requested = lines.find(({ line_number }) => line_number === lineNumber)?.quantity ?? 0
  const line = lineOf(action, lineNumber)
  if (received > requested) throw tooFewUnits('more_than_asked', line, requested, await shown(action))
}

async function sentOf(action: FulfilmentAction): Promise<SentSellerOrder> {
  const { lines, shipments, sellerOrder } = action
  return { lines, shipments, returns: await returnsOf(action), ended_at: sellerOrder.ended_at }
}

/** Throws AppError 404 for an unknown line, 409 when fewer units can be returned. */
async function requireReturnable(action: FulfilmentAction, units: readonly LineUnits[], sent: SentSellerOrder) {
  for (const { line_number, quantity } of units) {
    const line = lineOf(action, line_number)
    const left = returnableUnits(sent, line)
    if (quantity > left) throw tooFewUnits('not_returnable', line, left, await shown(action))
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
  await restockUnits(tx, units, { reason: 'returned', order_number, by_user: actor.user_id, created_at: now })
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
