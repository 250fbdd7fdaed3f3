import { sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Tx } from '../../../db/tables.ts'
import type { CheckoutRow } from '../../shop/stock/reservation-queries.ts'
import {
  type BeginningAll,
  beginningAll,
  beginningAllOf,
  begunFrom,
  type NewCheckout,
  type Reserved,
  type Reserving,
  reservedFrom,
  reserving,
  reservingOf,
} from '../../shop/stock/reserve-queries.ts'
import { type BegunPayment, insertBegun, withBegun } from '../payments/queries.ts'

/** Reserves what a checkout sells and inserts it, being paid, with its payment, and commits; nothing when lines are refused. */
export async function reserveAndBegin(
  tx: Tx,
  checkout: NewCheckout,
  payment: Pick<BegunPayment, 'paymentId' | 'sandbox' | 'method' | 'means' | 'checkAt'>,
): Promise<Reserved> {
  const rows = await begin(tx, { ...reservingOf(checkout), ...payment, state: 'paying' })
  return reservedFrom(rows, checkout, 'paying')
}

const begin = prepared(
  'payment_begin',
  (db, p: Reserving & BegunPayment) =>
    reserving(p, sql`, ${insertBegun(withBegun(p, sql`inserted`), p.sandbox)}`).compile(db),
  { commits: true },
)

export interface Beginning {
  checkout: NewCheckout
  paymentId: string
  checkAt: Date
  means: string
}

/** Inserts checkouts of uncounted products with their payments, by id; none when a product has come to be counted. */
export async function beginAll(
  tx: Tx,
  beginnings: readonly Beginning[],
  sandbox: boolean,
): Promise<Map<string, CheckoutRow>> {
  const checkouts = beginnings.map(({ checkout }) => checkout)
  const rows = await beginTogether(tx, {
    ...beginningAllOf(checkouts, 'paying'),
    sandbox,
    paymentIds: beginnings.map(({ paymentId }) => paymentId),
    checkAts: beginnings.map(({ checkAt }) => checkAt),
    means: beginnings.map(({ means }) => means),
  })
  const expiry = new Map(rows.map(({ checkout_id, expires_at }) => [checkout_id, expires_at]))
  return new Map(
    checkouts.flatMap((checkout) => {
      const expiresAt = expiry.get(checkout.checkout_id)
      return expiresAt ? [[checkout.checkout_id, begunFrom(checkout, 'paying', expiresAt)] as const] : []
    }),
  )
}

type BeginTogether = BeginningAll & { sandbox: boolean; paymentIds: string[]; checkAts: Date[]; means: string[] }

const beginTogether = prepared(
  'payments_begin',
  (db, p: BeginTogether) => {
    const withPayments = sql`(
      select * from begun join unnest(${p.paymentIds}::uuid[], ${p.checkAts}::timestamptz[], ${p.means}::text[])
        with ordinality as payment (payment_id, check_at, means, place) using (place))`
    return beginningAll(p, insertBegun(withPayments, p.sandbox)).compile(db)
  },
  { commits: true },
)
