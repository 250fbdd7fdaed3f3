import type { Db } from '../tables.ts'
import { hasUsers, readCounters } from './queries.ts'

/**
 * Returns whether the database ever had a product, or has accounts of buyers or sellers: then it gets no demo. In its own
 * file: seed.ts loads an image library.
 */
export async function isSeeded(db: Db): Promise<boolean> {
  return (await readCounters(db)).product > 0 || (await hasUsers(db))
}
