import type { CancelReason } from '../../../shared/fulfilment/constants.ts'
import { unitsBack, unitsLeft } from '../../../shared/fulfilment/rules.ts'
import type { BuyerCancel, Cancel, CancelAnswer, LineUnits } from '../../../shared/fulfilment/schema.ts'
import { centsToDecimal, toCents } from '../../../shared/kernel/money.ts'
import { amountOfUnits } from '../../../shared/pricing/refundable.ts'
import { listSuspended } from '../../people/accounts/lookup-queries.ts'
import { restockUnits } from '../../shop/stock/sell-queries.ts'
import { tooFewUnits } from './errors.ts'
import {
  countsOf,
  type FulfilmentAction,
  lineOf,
  NO_REQUEST,
  record,
  requireRevision,
  requireState,
  shown,
  wrongState,
} from './fulfilment-action.ts'
import { refundReversed } from './refund-reversed.ts'

/** Cancels unsent units. Throws AppError 404 for an unknown line, 409 when fewer are left. */
export async function cancel(action: FulfilmentAction, { revision, lines, ...why }: Cancel): Promise<void> {
  await requireRevision(action, revision)
  await cancelUnits(action, lines, why)
}

/** Cancels units of an unconfirmed order, otherwise requests it from the seller. Throws AppError 404, 409. */
export async function cancelAsBuyer(action: FulfilmentAction, { revision, lines, note }: BuyerCancel): Promise<void> {
  await requireRevision(action, revision)
  await requireState(action, ['pending', 'confirmed'])
  const { state, seller_id } = action.sellerOrder
  if (state === 'pending' || (await listSuspended(action.tx, [seller_id])).has(seller_id)) {
    Object.assign(action.sellerOrder, NO_REQUEST)
    return cancelUnits(action, lines ?? allLeft(action), { reason: 'buyer_asked', note })
  }
  if (action.sellerOrder.cancel_requested_at) throw await wrongState(action)
  await takeUnits(action, lines ?? [])
  Object.assign(action.sellerOrder, {
    cancel_requested_at: action.now,
    cancel_note: note ?? null,
    cancel_lines: lines ?? null,
  })
  await record(action, 'cancel_requested', { note, ...(lines && countsOf(lines)) })
}

/** Accepts or declines a cancellation request. Throws AppError 409 without a request. */
export async function answerCancel(
  action: FulfilmentAction,
  { revision, accept, note, delivery }: CancelAnswer,
): Promise<void> {
  await requireRevision(action, revision)
  if (!action.sellerOrder.cancel_requested_at) throw await wrongState(action)
  if (accept) {
    await cancelUnits(action, requestedUnits(action), { reason: 'buyer_asked', note, delivery })
  } else {
    await record(action, 'cancel_declined', { note })
  }
  Object.assign(action.sellerOrder, NO_REQUEST)
}

/** Cancels a seller order that its seller has not confirmed in time. Returns false when it is confirmed. */
export async function cancelUnanswered(action: FulfilmentAction): Promise<boolean> {
  if (action.sellerOrder.state !== 'pending') return false
  await cancelUnits(action, allLeft(action), { reason: 'other' })
  return true
}

/** Cancels a seller order whose payment is overdue. Returns false when it no longer is. */
export async function cancelUnpaid(action: FulfilmentAction): Promise<boolean> {
  const isAwaited = action.payment?.payment_state === 'awaiting_transfer'
  if (!isAwaited || !['pending', 'confirmed'].includes(action.sellerOrder.state)) return false
  await cancelUnits(action, allLeft(action), { reason: 'not_paid' })
  return true
}

export function allLeft({ lines }: FulfilmentAction): LineUnits[] {
  const left = lines.map((line) => ({ line_number: line.line_number, quantity: unitsLeft(line) }))
  return left.filter(({ quantity }) => quantity > 0)
}

function requestedUnits(action: FulfilmentAction): LineUnits[] {
  const left = allLeft(action)
  const { cancel_lines } = action.sellerOrder
  if (!cancel_lines) return left
  return left.flatMap(({ line_number, quantity }) => {
    const requested = cancel_lines.find((line) => line.line_number === line_number)
    return requested ? [{ line_number, quantity: Math.min(requested.quantity, quantity) }] : []
  })
}

/** Cancels units that are unsent, or that the transaction has just subtracted from those sent. Throws AppError 404, 409. */
export async function cancelUnits(
  action: FulfilmentAction,
  units: readonly LineUnits[],
  { reason, note, delivery = 0 }: { reason: CancelReason; note?: string | undefined; delivery?: number | undefined },
): Promise<void> {
  const taken = await takeUnits(action, units)
  let cents = 0
  for (const { line, quantity } of taken) {
    cents += amountOfUnits(line, quantity, unitsBack(line))
    line.cancelled += quantity
  }
  const { tx, now, actor, order } = action
  // Lost units do not return to stock.
  const back = reason === 'lost' ? [] : taken
  await restockUnits(
    tx,
    back.map(({ line, quantity }) => ({ product_number: line.product_number, units: quantity })),
    { reason: 'cancelled', order_number: order.order_number, by_user: actor.user_id, created_at: now },
  )
  const refund = await refundReversed(action, { reason: 'cancelled', cents, added: toCents(delivery) })
  await record(action, 'cancelled', {
    ...countsOf(units),
    amount: centsToDecimal(cents),
    ...(refund?.back.delivery && { delivery_back: centsToDecimal(refund.back.delivery) }),
    reason,
    note,
    whole: action.lines.every((line) => line.cancelled === line.quantity),
  })
}

/** Returns the lines of these units. Throws AppError 404 for another seller's line, 409 when fewer units are left. */
export async function takeUnits(action: FulfilmentAction, units: readonly LineUnits[]) {
  const taken = units.map(({ line_number, quantity }) => ({ line: lineOf(action, line_number), quantity }))
  const short = taken.find(({ line, quantity }) => quantity > unitsLeft(line))
  if (short) throw tooFewUnits('nothing_left', short.line, unitsLeft(short.line), await shown(action))
  return taken
}
