import { randomUUID } from 'node:crypto'
import type { AnswerReturn, ReceiveReturn } from '../../../shared/fulfilment/return-schema.ts'
import { unitsBack } from '../../../shared/fulfilment/rules.ts'
import { centsToDecimal } from '../../../shared/kernel/money.ts'
import { amountOfUnits } from '../../../shared/pricing/amount-of-units.ts'
import { insertActions } from '../../people/audit/queries.ts'
import { giveBackUnits } from '../../shop/stock/give-back-queries.ts'
import { type Act, requireRevision, shown } from './act.ts'
import { lineNotFound, moreThanAsked, notReturnable } from './errors.ts'
import { giveMoneyBack } from './give-money-back.ts'
import { findReturn, recordReturn, returnsOf, takeOn } from './request-return.ts'
import { type ReturnRow, setReceived, updateReturn } from './return-queries.ts'
import { returnableUnits } from './what-can-return.ts'

/** Accepts a return with a return address, or declines it with a reason. Throws AppError 404 and 409. */
export async function answerReturn(act: Act, returnNumber: number, answer: AnswerReturn): Promise<void> {
  const asked = await findReturn(act, returnNumber)
  await requireRevision(act, answer.revision)
  const { accept, instructions = null, note = null } = answer
  const state = accept ? 'accepted' : 'declined'
  const said = accept ? { instructions } : { answer_note: note }
  await takeOn(act, asked, 'requested', { state, answered_at: act.now, ...said })
  await recordReturn(act, `return_${state}`, asked, { ...(!accept && note && { note }) })
  await journal(act, asked, state)
}

/** Records received units: restocks what is salable, and refunds them. Throws AppError 404, 409. */
export async function receiveReturn(act: Act, returnNumber: number, { revision, lines }: ReceiveReturn): Promise<void> {
  const accepted = await findReturn(act, returnNumber)
  await requireRevision(act, revision)
  const came = lines.filter(({ received }) => received > 0)
  for (const { line_number, received } of came) await requireAsked(act, accepted, line_number, received)
  const isLate = accepted.state === 'expired'
  if (isLate) await requireReturnable(act, came)
  await takeOn(act, accepted, isLate ? 'expired' : 'accepted', { state: 'received', received_at: act.now })
  await setReceived(act.tx, returnNumber, came)
  await refundReturn(act, returnNumber, await countBack(act, came))
  const quantities = came.map(({ line_number, received }) => ({ line_number, quantity: received }))
  await recordReturn(act, 'returned', { return_number: returnNumber, lines: quantities })
  await journal(act, accepted, 'received')
}

type Came = ReceiveReturn['lines']

async function requireAsked(act: Act, { lines }: ReturnRow, lineNumber: number, received: number): Promise<void> {
  const asked = lines.find(({ line_number }) => line_number === lineNumber)?.quantity ?? 0
  const line = act.lines.find(({ line_number }) => line_number === lineNumber)
  if (!line) throw lineNotFound()
  if (received > asked) throw moreThanAsked(line, asked, await shown(act))
}

/** Since the return expired, its units may have been requested or returned again. */
async function requireReturnable(act: Act, came: Came): Promise<void> {
  const { lines, shipments, sellerOrder } = act
  const sent = { lines, shipments, returns: await returnsOf(act), ended_at: sellerOrder.ended_at }
  for (const { line_number, received } of came) {
    const line = lines.find((one) => one.line_number === line_number)
    const left = line ? returnableUnits(sent, line) : 0
    if (line && received > left) throw notReturnable(line, left, await shown(act))
  }
}

/** Updates the counts and the stock; returns the cents paid for the received units. */
async function countBack({ tx, now, actor, order, lines }: Act, came: Came): Promise<number> {
  let cents = 0
  const units = came.flatMap(({ line_number, received, resalable }) => {
    const line = lines.find((one) => one.line_number === line_number)
    if (!line) return []
    cents += amountOfUnits(line, received, unitsBack(line))
    line.returned_units += received
    return resalable > 0 ? [{ product_number: line.product_number, units: resalable }] : []
  })
  const { order_number } = order
  await giveBackUnits(tx, units, { reason: 'returned', order_number, by_user: actor.user_id, now })
  return cents
}

async function refundReturn(act: Act, return_number: number, cents: number): Promise<void> {
  const refund_id = randomUUID()
  const going = await giveMoneyBack(act, { reason: 'returned', cents, refund_id })
  if (!going) return
  const refunded = centsToDecimal(going.cents)
  await updateReturn(
    act.tx,
    { return_number, state: 'received' },
    { refunded, refund_id: going.isRefund ? refund_id : null },
  )
}

async function journal({ tx, now, actor, order }: Act, { state }: ReturnRow, to: ReturnRow['state']): Promise<void> {
  if (actor.role !== 'admin' || actor.user_id === null) return
  const change = { target: order.order_id, from: state, to }
  await insertActions(tx, { admin_id: actor.user_id, now }, 'return', [change])
}
