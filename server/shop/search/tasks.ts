import { inTransaction } from '../../../db/connect.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { enqueue, handle, type Task, type TaskHandler } from '../../platform/jobs/task.ts'
import { postgresSearch as engine } from './engine.ts'
import { countWordsWhenDue, listOfSeller } from './index-queries.ts'

/** The limit of products that a transaction writes anew: it locks their rows, which orders of the last units need. */
const BATCH = 500

/** Counts the words to which typing errors are corrected. */
export const countSearchWords: Task = { name: 'count_search_words' }

/** Lets searches find the products of a renamed seller with many of them. */
const indexSeller: Task<{ seller_id: string }> = { name: 'index_seller' }

/** Returns the task with its code. */
export function countSearchWordsHandler({ db }: { db: Db }): TaskHandler {
  return handle(countSearchWords, () => countWordsWhenDue(db))
}

/** Lets searches find a renamed seller's products: the first in this transaction, those of a large seller by a task. */
export async function indexProductsOf(tx: Tx, seller_id: string): Promise<void> {
  const last = await indexBatch(tx, seller_id, 0)
  if (last) await enqueue(tx, indexSeller, { seller_id }, { key: seller_id })
}

/** Returns the task with its code. */
export function indexSellerHandler({ db }: { db: Db }): TaskHandler {
  return handle(indexSeller, async ({ seller_id }) => {
    let last: number | undefined = 0
    while (last !== undefined) {
      const after: number = last
      last = await inTransaction(db, (tx) => indexBatch(tx, seller_id, after))
    }
  })
}

/** Returns the number of the last product of the batch; undefined when no other follows. */
async function indexBatch(tx: Tx, seller_id: string, after: number): Promise<number | undefined> {
  const numbers = await listOfSeller(tx, { seller_id, after, limit: BATCH })
  await engine.index(tx, numbers)
  return numbers.length === BATCH ? numbers.at(-1) : undefined
}
