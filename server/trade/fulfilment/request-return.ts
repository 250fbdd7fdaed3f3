import { MAX_RETURNS } from '../../../shared/fulfilment/constants.ts'
import type { RequestReturn, SentReturn } from '../../../shared/fulfilment/return-schema.ts'
import { fulfilmentError, tooFewUnits } from './errors.ts'
import {
  type FulfilmentAction,
  lineOf,
  record,
  requireFewer,
  requireNotStopped,
  requireRevision,
  shown,
  wrongState,
} from './fulfilment-action.ts'
import { insertReturn, listReturns, type ReturnRow, type ReturnValues, updateReturn } from './return-queries.ts'
import { returnableUnits, returnUntil, sendUntil } from './what-can-return.ts'

/** Requests a return. Throws AppError 404 for an unknown line, and 409. */
export async function requestReturn(action: FulfilmentAction, request: RequestReturn): Promise<void> {
  await requireRevision(action, request.revision)
  requireNotStopped(action)
  const { tx, now, sellerOrder, lines, shipments, returnDays } = action
  if (!returnDays) throw fulfilmentError('returns_not_offered')
  const returns = await returnsOf(action)
  const sent = { lines, shipments, returns, ended_at: sellerOrder.ended_at }
  const until = returnUntil(sent, returnDays)
  if (until && now > until) throw fulfilmentError('return_period_over', { until: until.toISOString() })
  for (const { line_number, quantity } of request.lines) {
    const line = lineOf(action, line_number)
    const left = returnableUnits(sent, line)
    if (quantity > left) throw tooFewUnits('not_returnable', line, left, await shown(action))
  }
  if (returns.length >= MAX_RETURNS) throw fulfilmentError('too_many_returns')
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

/** Returns the returns of the locked seller order. */
export function returnsOf({ tx, sellerOrder }: FulfilmentAction): Promise<ReturnRow[]> {
  return listReturns(tx, [sellerOrder.order_number], sellerOrder.seller_id)
}

export async function findReturn(action: FulfilmentAction, returnNumber: number): Promise<ReturnRow> {
  const found = (await returnsOf(action)).find(({ return_number }) => return_number === returnNumber)
  if (!found) throw fulfilmentError('return_not_found')
  return found
}

/** Updates a return that is in state `from`. Throws AppError 409 otherwise. */
export async function takeOn(action: FulfilmentAction, row: ReturnRow, from: ReturnRow['state'], values: ReturnValues) {
  const isTaken = row.state === from && (await updateReturn(action.tx, row, values))
  if (!isTaken) throw await wrongState(action)
}

export function recordReturn(
  action: FulfilmentAction,
  kind: Parameters<typeof record>[1],
  { return_number, lines }: { return_number: number; lines: readonly { line_number: number; quantity: number }[] },
  facts: Record<string, unknown> = {},
): Promise<void> {
  return record(action, kind, {
    return_number,
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    lines: lines.map(({ line_number, quantity }) => [line_number, quantity]),
    ...facts,
  })
}
