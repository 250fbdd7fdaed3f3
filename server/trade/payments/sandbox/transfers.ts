import { inTransaction } from '../../../../db/connect.ts'
import type { Tx } from '../../../../db/tables.ts'
import { secondsAfter } from '../../../platform/config/clock.ts'
import type { BookDeps } from './books.ts'
import {
  deleteWaitingTransfers,
  insertTransfer,
  listTransferRows,
  type TransferRow,
  takeTransfers,
} from './transfer-queries.ts'

/** How long money takes that banks transfer. */
export const TRANSFER_SECONDS = 60

/** A bank transfer to the marketplace's account, which no provider reports. */
export interface Transfer {
  transfer_number: number
  reference: string
  amountCents: number
  due_at: Date
  /** When the marketplace booked it; null before that. */
  taken_at: Date | null
}

/** Sends a bank transfer on its way, to arrive at `dueAt`; in the transaction `tx` when there is one. */
export async function announceTransfer(
  { db, clock }: BookDeps,
  transfer: { reference: string; amountCents: number; dueAt?: Date },
  tx?: Tx,
): Promise<void> {
  const created_at = clock()
  const { reference, amountCents: amount, dueAt: due_at = secondsAfter(created_at, TRANSFER_SECONDS) } = transfer
  await insertTransfer(tx ?? db, { reference, amount, due_at, created_at })
}

/** Lets a transfer of this amount arrive now, in the place of those of its reference that are on their way. */
export function letTransferArrive(deps: BookDeps, reference: string, amountCents: number): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    await deleteWaitingTransfers(tx, reference)
    await announceTransfer(deps, { reference, amountCents, dueAt: deps.clock() }, tx)
  })
}

/** Lets no transfer of a reference arrive; returns whether one was on its way. */
export async function dropTransfers({ db }: BookDeps, reference: string): Promise<boolean> {
  return (await deleteWaitingTransfers(db, reference)) > 0
}

/** Returns transfers that have arrived, marked as taken in the caller's transaction, so each is booked once. */
export async function takeDueTransfers({ clock }: BookDeps, tx: Tx, limit = 1): Promise<Transfer[]> {
  return (await takeTransfers(tx, clock(), limit)).map(transferOf)
}

/** Returns the newest transfers. */
export async function listTransfers({ db }: BookDeps, limit = 100): Promise<Transfer[]> {
  return (await listTransferRows(db, limit)).map(transferOf)
}

function transferOf({ transfer_number, reference, amount, due_at, taken_at }: TransferRow): Transfer {
  return { transfer_number, reference, amountCents: amount, due_at, taken_at }
}
