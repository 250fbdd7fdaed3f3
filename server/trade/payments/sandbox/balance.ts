import type { Stripe } from '../stripe/client.ts'
import { type BalanceRow, insertBalanceTransaction, type Movement } from './balance-queries.ts'
import { type Books, type Desk, newId, unixSeconds } from './books.ts'

/** Returns the provider's fee for a payment, in cents: 2.9 % and 30 cents. */
export function feeOf(amount: number): number {
  return Math.min(amount, Math.round(amount * 0.029) + 30)
}

type NewMovement = Pick<BalanceRow, 'type' | 'amount' | 'currency' | 'source'> & { fee?: number }

/** Returns a movement of the balance, in cents, that is not written yet. */
export function movementOf({ now }: Desk, movement: NewMovement): Movement {
  return { fee: 0, ...movement, transaction_id: newId('txn'), created_at: now }
}

/** Writes a movement of the balance, in cents, and returns its id. */
export async function book(books: Books, movement: NewMovement): Promise<string> {
  const row = movementOf(books, movement)
  await insertBalanceTransaction(books.tx, row)
  return row.transaction_id
}

/** Returns a movement as Stripe writes it. */
export function balanceTransactionObject(row: BalanceRow): Partial<Stripe.BalanceTransaction> & { id: string } {
  return {
    id: row.transaction_id,
    object: 'balance_transaction',
    amount: row.amount,
    available_on: unixSeconds(row.created_at),
    created: unixSeconds(row.created_at),
    currency: row.currency,
    description: null,
    exchange_rate: null,
    fee: row.fee,
    fee_details:
      row.fee === 0
        ? []
        : [{ amount: row.fee, application: null, currency: row.currency, description: null, type: 'stripe_fee' }],
    net: row.net,
    reporting_category: row.type === 'payment' ? 'charge' : row.type,
    source: row.source,
    status: 'available',
    type: row.type,
  }
}
