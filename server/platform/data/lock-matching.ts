import type { Db, Tx } from '../../../db/tables.ts'

/** Returns the numbers of the rows that match a condition now. Throws AppError when there are too many. */
export type Match = (db: Db | Tx) => Promise<number[]>

/**
 * Locks the rows that match a condition; returns the numbers of those that still match once locked, so that a write never
 * changes a row that its filters exclude.
 */
export async function lockMatching(tx: Tx, match: Match, lock: (tx: Tx, numbers: number[]) => Promise<unknown>) {
  const before = await match(tx)
  await lock(tx, before)
  const after = new Set(await match(tx))
  return before.filter((number) => after.has(number))
}
