import { inTransaction } from '../../../db/connect.ts'
import { createContext, runInContext } from '../../../db/request-context.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { enqueue, handle, type Task, type TaskHandler } from '../../platform/jobs/task.ts'
import { countWordsWhenDue, indexBatch } from './index-queries.ts'

/** Counts the words to which typos are corrected. */
export const countSearchWords: Task = { name: 'count_search_words' }

/** A million products take 14 s. */
const COUNT_BUDGET_MS = 5 * 60_000

/** Reindexes the products of a renamed seller with many. */
const indexSeller: Task<{ seller_id: string }> = { name: 'index_seller' }

/** Returns the handler of the task. */
export function countSearchWordsHandler({ db }: { db: Db }): TaskHandler {
  const context = () => createContext('job', countSearchWords.name, COUNT_BUDGET_MS)
  return handle(countSearchWords, () => runInContext(context(), () => countWordsWhenDue(db)))
}

/** Reindexes a renamed seller's products: the first batch in this transaction, the rest in a task. */
export async function indexProductsOf(tx: Tx, seller_id: string): Promise<void> {
  const last = await indexBatch(tx, seller_id, 0)
  if (last) await enqueue(tx, indexSeller, { seller_id }, { key: seller_id })
}

/** Returns the handler of the task. */
export function indexSellerHandler({ db }: { db: Db }): TaskHandler {
  return handle(indexSeller, async ({ seller_id }) => {
    let last: number | undefined = 0
    while (last !== undefined) {
      const after: number = last
      last = await inTransaction(db, (tx) => indexBatch(tx, seller_id, after))
    }
  })
}
