import type { Db, Tx } from '../../../db/tables.ts'

/** Returns the numbers of the rows that fulfil a condition at present. Throws AppError when they are too many. */
export type Match = (db: Db | Tx) => Promise<number[]>

/**
 * Locks the rows that fulfil a condition; returns the numbers of those that still do once they are locked, so that a
 * change of them never reaches a row that its condition excludes.
 */
export async function lockMatching(tx: Tx, match: Match, lock: (tx: Tx, numbers: number[]) => Promise<unknown>) {
  const before = await match(tx)
  await lock(tx, before)
  const after = new Set(await match(tx))
  return before.filter((number) => after.has(number))
}
