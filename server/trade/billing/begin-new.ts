import { randomUUID } from 'node:crypto'
import { inTransaction } from '../../../db/connect.ts'
import type { Tx } from '../../../db/tables.ts'
import { decimalToCents } from '../../../shared/kernel/money.ts'
import { secondsAfter } from '../../platform/config/clock.ts'
import { createTogether } from '../../platform/data/together.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type CheckoutRow, listKeyed } from '../../shop/stock/reservation-queries.ts'
import type { NewCheckout } from '../../shop/stock/reserve-queries.ts'
import { drawUpCheckout, newCheckoutOf } from '../checkouts/begin-checkout.ts'
import { isOrderable } from '../orders/place-order.ts'
import { lockCheckouts } from '../orders/place-together-queries.ts'
import { type Beginning, beginAll, reserveAndBegin } from './begin-queries.ts'
import type { Begun, BillingDeps, NewAttempt } from './billing-deps.ts'
import { FIRST_CHECK_SECONDS } from './settle.ts'
import { findMeans, meansOfPayment } from './way-to-pay.ts'

type Deps = Pick<BillingDeps, 'db' | 'defaultMeans' | 'isSandbox'>

/** Checkouts in one transaction. */
const TOGETHER = 16

/**
 * Returns a function that begins the first attempt for a new checkout, together with those that come at the same time;
 * undefined where there is more to do: a checkout that runs, stock that is short until expired checkouts are ended, or nothing
 * for a provider to take. It throws AppError 409 for what cannot be ordered, 400, 402 and 409 as `meansOfPayment` does.
 */
export function createBeginning(deps: Deps): (asked: NewAttempt) => Promise<Begun | undefined> {
  const begin = createTogether<NewAttempt, Begun | undefined>({
    limit: TOGETHER,
    keyOf: ({ attempt }) => attempt.buyerId,
    together: (asked) => inTransaction(deps.db, (tx) => beginTogether(deps, tx, asked)),
    alone: (asked) => inTransaction(deps.db, (tx) => beginAlone(deps, tx, asked)),
  })
  return async (asked) => (asked.attempt.request.payment_method === 'bank_transfer' ? undefined : begin(asked))
}

/** Begins those attempts that need no more than the usual and wait for nothing. Changes nothing of the others. */
async function beginTogether(deps: Deps, tx: Tx, asked: readonly NewAttempt[]): Promise<Map<NewAttempt, Begun>> {
  const attempts = asked.map(({ attempt }) => attempt)
  const [linesOf, keyed] = await Promise.all([lockCheckouts(tx, attempts), listKeyed(tx, attempts)])
  const ready = asked.flatMap((one) => {
    const { buyerId, request, clock } = one.attempt
    const lines = linesOf.get(buyerId) ?? []
    if (keyed.has(buyerId) || !isOrderable(lines, request.expected_total)) return []
    const checkout = newCheckoutOf(one.attempt, lines, clock())
    const means = findMeans(deps, wantedOf(one, checkout))
    return means instanceof AppError || isFree(checkout) ? [] : [{ one, ...beginningOf(checkout, means) }]
  })
  if (!ready.length) return new Map()
  const rows = await beginAll(tx, ready, deps.isSandbox)
  return new Map(
    ready.flatMap(({ one, ...beginning }) => {
      const row = rows.get(beginning.checkout.checkout_id)
      return row ? [[one, startOf(beginning, row)] as const] : []
    }),
  )
}

async function beginAlone(deps: Deps, tx: Tx, asked: NewAttempt): Promise<Begun | undefined> {
  const { payment_method: method } = asked.attempt.request
  const checkout = await drawUpCheckout(tx, asked.attempt)
  if (!checkout || isFree(checkout)) return undefined
  const beginning = beginningOf(checkout, meansOfPayment(deps, wantedOf(asked, checkout)))
  const reserved = await reserveAndBegin(tx, checkout, { ...beginning, method, sandbox: deps.isSandbox })
  return reserved.refused ? undefined : startOf(beginning, reserved.row)
}

function wantedOf({ attempt, token }: NewAttempt, { total_count: total }: NewCheckout) {
  return { method: attempt.request.payment_method, total, token }
}

const isFree = ({ total_count }: NewCheckout) => decimalToCents(total_count) === 0

function beginningOf(checkout: NewCheckout, means: string): Beginning {
  const checkAt = secondsAfter(checkout.created_at, FIRST_CHECK_SECONDS)
  return { checkout, means, checkAt, paymentId: randomUUID() }
}

function startOf(
  { checkout: { checkout_id, buyer_id, total_count }, paymentId, means }: Beginning,
  row: CheckoutRow,
): Begun {
  const payment = { payment_id: paymentId, checkout_id, buyer_id, amount: total_count, attempts: 1 }
  return { checkoutId: checkout_id, kind: 'start', payment, checkout: row, means }
}
