import type { Tx } from '../../../db/tables.ts'

interface Receipt {
  /** Exact decimal. */
  amount: string
  /** A day: `2026-11-24`. */
  received_on: string
  reference: string | null
  by_user: string | null
  created_at: Date
}

export async function insertReceipt(tx: Tx, receipt: Receipt & { payment_number: number }): Promise<void> {
  await tx.insertInto('payment_receipts').values(receipt).execute()
}
