import type { Db } from '../tables.ts'
import { readCounters } from './queries.ts'

/** Whether the database ever held a product. Apart from the seed, which brings an image library along. */
export async function isSeeded(db: Db): Promise<boolean> {
  return (await readCounters(db)).product > 0
}
