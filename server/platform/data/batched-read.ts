import DataLoader from 'dataloader'
import {
  countWaiting,
  createContext,
  currentContext,
  type RequestContext,
  runInContext,
} from '../../../db/request-context.ts'
import type { Db } from '../../../db/tables.ts'

interface Load {
  key: string
  context: RequestContext
}

/**
 * Returns a function that reads one value by its key; undefined when there is none. Keys that are loaded in one turn of the
 * event loop are read by one statement, at most `limit` of them. Not for transactions: what is read is what was committed
 * when the statement began.
 */
export function createBatchedRead<Value>(
  limit: number,
  read: (db: Db, keys: string[]) => Promise<ReadonlyMap<string, Value>>,
): (db: Db, key: string) => Promise<Value | undefined> {
  const loaders = new WeakMap<Db, DataLoader<Load, Value | undefined>>()

  async function readBatch(db: Db, loads: readonly Load[]): Promise<(Value | undefined)[]> {
    // A request that has little left of its wait budget must not end the wait of the others.
    const { context } = loads.reduce((a, b) => (b.context.waitBudgetMs > a.context.waitBudgetMs ? b : a))
    // A copy: each request subtracts the time from its own budget.
    const values = await runInContext({ ...context }, () => read(db, [...new Set(loads.map(({ key }) => key))]))
    return loads.map(({ key }) => values.get(key))
  }

  return (db, key) => {
    const options = { cache: false, maxBatchSize: limit, batchScheduleFn: setImmediate }
    const loader = loaders.get(db) ?? new DataLoader((loads) => readBatch(db, loads), options)
    loaders.set(db, loader)
    return countWaiting(loader.load({ key, context: currentContext() ?? createContext('job', 'read') }))
  }
}
