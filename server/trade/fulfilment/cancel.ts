import type { CancelReason } from '../../../shared/fulfilment/constants.ts'
import { fulfilmentMessages } from '../../../shared/fulfilment/messages.ts'
import { unitsBack, unitsLeft } from '../../../shared/fulfilment/rules.ts'
import type { BuyerCancel, Cancel, CancelAnswer, LineUnits } from '../../../shared/fulfilment/schema.ts'
import { centsToDecimal } from '../../../shared/kernel/money.ts'
import { amountOfUnits } from '../../../shared/pricing/amount-of-units.ts'
import { listSuspended } from '../../people/accounts/lookup-queries.ts'
import { giveBackUnits } from '../../shop/stock/give-back-queries.ts'
import type { LockedLine } from '../orders/act-queries.ts'
import { type Act, NO_REQUEST, record, requireRevision, requireState, shown } from './act.ts'
import { lineNotFound, nothingLeft, wrongState } from './errors.ts'
import { giveMoneyBack } from './give-money-back.ts'

/** Cancels unsent units. Throws AppError 404 for an unknown line, 409 when fewer are left. */
export async function cancel(act: Act, { revision, lines, reason, note }: Cancel): Promise<void> {
  await requireRevision(act, revision)
  await cancelUnits(act, lines, { reason, note })
}

/** Cancels units of an unconfirmed order, otherwise requests it from the seller. Throws AppError 404, 409. */
export async function cancelAsBuyer(act: Act, { revision, lines, note }: BuyerCancel): Promise<void> {
  await requireRevision(act, revision)
  await requireState(act, ['pending', 'confirmed'])
  const { state, seller_id } = act.sellerOrder
  if (state === 'pending' || (await listSuspended(act.tx, [seller_id])).has(seller_id)) {
    Object.assign(act.sellerOrder, NO_REQUEST)
    return cancelUnits(act, lines ?? allLeft(act), { reason: 'buyer_asked', note })
  }
  if (act.sellerOrder.cancel_requested_at) throw wrongState(await shown(act))
  const asked = await takeUnits(act, lines ?? [])
  Object.assign(act.sellerOrder, {
    cancel_requested_at: act.now,
    cancel_note: note ?? null,
    cancel_lines: lines ?? null,
  })
  await record(act, 'cancel_requested', { note, ...(lines && countsOf(asked)) })
}

/** Accepts or declines a cancellation request. Throws AppError 409 without a request. */
export async function answerCancel(act: Act, { revision, accept, note }: CancelAnswer): Promise<void> {
  await requireRevision(act, revision)
  if (!act.sellerOrder.cancel_requested_at) throw wrongState(await shown(act))
  if (accept) {
    await cancelUnits(act, askedFor(act), { reason: 'buyer_asked', note })
  } else {
    await record(act, 'cancel_declined', { note })
  }
  Object.assign(act.sellerOrder, NO_REQUEST)
}

/** Cancels a seller order that its seller has not confirmed in time. */
export function cancelUnanswered(act: Act): Promise<void> {
  return cancelAll(act, { reason: 'other', note: fulfilmentMessages.notAnswered })
}

/** Cancels a seller order whose payment is overdue. Returns false when it no longer is. */
export async function cancelUnpaid(act: Act): Promise<boolean> {
  const isAwaited = act.payment?.payment_state === 'awaiting_transfer'
  if (!isAwaited || !['pending', 'confirmed'].includes(act.sellerOrder.state)) return false
  await cancelAll(act, { reason: 'not_paid', note: undefined })
  return true
}

/** Cancels units lost in transit; the transaction has just subtracted them from those sent. */
export function cancelLost(act: Act, units: readonly LineUnits[]): Promise<void> {
  return cancelUnits(act, units, { reason: 'lost', note: undefined })
}

function cancelAll(act: Act, why: { reason: CancelReason; note: string | undefined }): Promise<void> {
  return cancelUnits(act, allLeft(act), why)
}

/** Returns the units that are neither sent nor cancelled. */
export function allLeft({ lines }: Act): LineUnits[] {
  const left = lines.map((line) => ({ line_number: line.line_number, quantity: unitsLeft(line) }))
  return left.filter(({ quantity }) => quantity > 0)
}

/** Returns the units of the buyer's request that are still unsent. */
function askedFor(act: Act): LineUnits[] {
  const left = allLeft(act)
  const { cancel_lines } = act.sellerOrder
  if (!cancel_lines) return left
  return left.flatMap(({ line_number, quantity }) => {
    const asked = cancel_lines.find((line) => line.line_number === line_number)
    return asked ? [{ line_number, quantity: Math.min(asked.quantity, quantity) }] : []
  })
}

function countsOf(taken: readonly { line: LockedLine; quantity: number }[]) {
  return {
    units: taken.reduce((sum, { quantity }) => sum + quantity, 0),
    lines: taken.map(({ line, quantity }) => [line.line_number, quantity]),
  }
}

async function cancelUnits(
  act: Act,
  units: readonly LineUnits[],
  { reason, note }: { reason: CancelReason; note: string | undefined },
): Promise<void> {
  const taken = await takeUnits(act, units)
  let cents = 0
  for (const { line, quantity } of taken) {
    cents += amountOfUnits(line, quantity, unitsBack(line))
    line.cancelled += quantity
  }
  const { tx, now, actor, order } = act
  // Lost units do not return to stock.
  const back = reason === 'lost' ? [] : taken
  await giveBackUnits(
    tx,
    back.map(({ line, quantity }) => ({ product_number: line.product_number, units: quantity })),
    { reason: 'cancelled', order_number: order.order_number, by_user: actor.user_id, now },
  )
  await giveMoneyBack(act, { reason: 'cancelled', cents })
  await record(act, 'cancelled', {
    ...countsOf(taken),
    amount: centsToDecimal(cents),
    reason,
    note,
    whole: act.lines.every((line) => line.cancelled === line.quantity),
  })
}

/** Returns the lines of these units. Throws AppError 404 for another seller's line, 409 when fewer units are left. */
export async function takeUnits(
  act: Act,
  units: readonly LineUnits[],
): Promise<{ line: LockedLine; quantity: number }[]> {
  const taken = units.map(({ line_number, quantity }) => {
    const line = act.lines.find((one) => one.line_number === line_number)
    if (!line) throw lineNotFound()
    return { line, quantity }
  })
  const short = taken.find(({ line, quantity }) => quantity > unitsLeft(line))
  if (short) throw nothingLeft(short.line, unitsLeft(short.line), await shown(act))
  return taken
}
