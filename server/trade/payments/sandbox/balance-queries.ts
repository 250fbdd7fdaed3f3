import type { Selectable } from 'kysely'
import { prepared } from '../../../../db/prepared.ts'
import type { Tables, Tx } from '../../../../db/tables.ts'
import type { Page } from './page.ts'

export type BalanceRow = Selectable<Tables['sandbox_balance_transactions']>

/** Writes a movement of the balance. */
export async function insertBalanceTransaction(tx: Tx, movement: Movement): Promise<void> {
  await newMovement(tx, movement)
}

/** A movement that is not written yet. */
export type Movement = Omit<BalanceRow, 'transaction_number' | 'net'>

const newMovement = prepared('sandbox_movement_insert', (db, p: Movement) =>
  db
    .insertInto('sandbox_balance_transactions')
    .values({
      transaction_id: p.transaction_id,
      type: p.type,
      amount: p.amount,
      fee: p.fee,
      currency: p.currency,
      source: p.source,
      created_at: p.created_at,
    })
    .compile(),
)

/** Returns a movement of the balance. */
export function findBalanceTransaction(tx: Tx, id: string): Promise<BalanceRow | undefined> {
  return tx.selectFrom('sandbox_balance_transactions').selectAll().where('transaction_id', '=', id).executeTakeFirst()
}

/** Returns the movements that belong to a charge, refund or dispute, in the order of their writing. */
export function listSourceTransactions(tx: Tx, source: string): Promise<BalanceRow[]> {
  return tx
    .selectFrom('sandbox_balance_transactions')
    .selectAll()
    .where('source', '=', source)
    .orderBy('transaction_number')
    .execute()
}

/** Returns a page of movements, and one more if there are more; of one source or type only, when given. */
export function listBalanceTransactions(
  tx: Tx,
  page: Page,
  { source, type }: { source?: string; type?: string },
): Promise<BalanceRow[]> {
  return tx
    .selectFrom('sandbox_balance_transactions')
    .selectAll()
    .where('transaction_number', '<', page.below)
    .where('transaction_number', '>', page.above)
    .where('created_at', '>=', page.from)
    .where('created_at', '<', page.to)
    .$if(source !== undefined, (query) => query.where('source', '=', source ?? ''))
    .$if(type !== undefined, (query) => query.where('type', '=', (type ?? '') as BalanceRow['type']))
    .orderBy('transaction_number', page.direction)
    .limit(page.limit + 1)
    .execute()
}

/** Returns what is in the account, by currency: cents. */
export async function sumBalance(tx: Tx): Promise<{ currency: string; amount: number }[]> {
  const rows = await tx
    .selectFrom('sandbox_balance_transactions')
    .select(({ fn }) => ['currency', fn.sum<string>('net').as('amount')])
    .groupBy('currency')
    .orderBy('currency')
    .execute()
  return rows.map(({ currency, amount }) => ({ currency, amount: Number(amount) }))
}
