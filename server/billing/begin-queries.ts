import { sql } from 'kysely'
import { prepared } from '../../db/prepared.ts'
import type { Tx } from '../../db/tables.ts'
import { type BegunPayment, insertBegun } from '../payments/queries.ts'
import {
  type NewCheckout,
  type Reserved,
  type Reserving,
  reservedFrom,
  reserving,
  reservingOf,
} from '../stock/reserve-queries.ts'

/** Reserves what a checkout sells and inserts it, being paid, with its payment, and commits; nothing when lines are refused. */
export async function reserveAndBegin(
  tx: Tx,
  checkout: NewCheckout,
  payment: Pick<BegunPayment, 'paymentId' | 'sandbox' | 'method' | 'checkAt'>,
): Promise<Reserved> {
  const rows = await begin(tx, { ...reservingOf(checkout), ...payment, state: 'paying' })
  return reservedFrom(rows, checkout, 'paying')
}

const begin = prepared(
  'payment_begin',
  (db, p: Reserving & BegunPayment) => reserving(p, sql`, ${insertBegun(p, sql`inserted`)}`).compile(db),
  { commits: true },
)
