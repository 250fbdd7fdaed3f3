import type { Db } from '../tables.ts'
import { readCounters } from './queries.ts'

/** Returns whether the database ever had a product. In its own file: seed.ts loads an image library. */
export async function isSeeded(db: Db): Promise<boolean> {
  return (await readCounters(db)).product > 0
}
