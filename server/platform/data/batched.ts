import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import DataLoader from 'dataloader'
import { isConflict, isUndone } from '../../../db/connect.ts'
import {
  countWaiting,
  createContext,
  currentContext,
  noteWritten,
  type RequestContext,
  runInContext,
} from '../../../db/request-context.ts'
import type { Db } from '../../../db/tables.ts'

/** An item of one request, in a batch with those of others. */
interface Batched<Item> {
  item: Item
  context: RequestContext
}

/** Shortly after another batch, one that has room waits for more: six items cost the database little more than two. */
const GATHER_MS = 1
const RECENT_MS = 20

/**
 * Returns a function that adds an item to the next batch. With `isLimited`, one batch runs at a time for the same `Deps`:
 * with more, each would be smaller, and its items would take more of the processor's time.
 */
function createBatches<Deps extends object, Item, Result>(
  { limit, isLimited }: { limit: number; isLimited: boolean },
  run: (deps: Deps, batch: readonly Batched<Item>[], context: RequestContext) => Promise<Result[]>,
): (deps: Deps, item: Item) => Promise<Result> {
  const adders = new WeakMap<Deps, (item: Batched<Item>) => Promise<Result>>()

  function createAdder(deps: Deps) {
    let last: Promise<unknown> = Promise.resolve()
    let free = last
    let [waiting, endedAt] = [0, Number.NEGATIVE_INFINITY]
    const load = (batch: readonly Batched<Item>[]) => {
      waiting -= batch.length
      // The largest wait budget of the batch, so that a request with little left does not end the wait of the others. A
      // copy, as each request subtracts the time from its own.
      const context = { ...batch.reduce((a, b) => (b.context.waitBudgetMs > a.context.waitBudgetMs ? b : a)).context }
      const results = runInContext(context, () => run(deps, batch, context))
      last = results.catch(() => {})
      return results
    }
    const afterOthers = (dispatch: () => void) => {
      // Requests that arrive before then join the batch.
      free = free
        .then(() => (waiting < limit && performance.now() - endedAt < RECENT_MS ? sleep(GATHER_MS) : nextTurn()))
        .then(dispatch)
        .then(() => last)
        .then(() => {
          endedAt = performance.now()
        })
    }
    const batchScheduleFn = isLimited ? afterOthers : setImmediate
    const loader = new DataLoader(load, { cache: false, maxBatchSize: limit, batchScheduleFn })
    return (item: Batched<Item>) => {
      waiting += 1
      return loader.load(item)
    }
  }

  return (deps, item) => {
    const add = adders.get(deps) ?? createAdder(deps)
    adders.set(deps, add)
    return countWaiting(add({ item, context: currentContext() ?? createContext('job', 'batch') }))
  }
}

/**
 * Returns a function that reads one value by its key; undefined when there is none. Keys that are requested in one turn of
 * the event loop are read by one statement, at most `limit` of them. Not for use in a transaction: it reads the state
 * committed before the statement began.
 */
export function createBatchedRead<Value>(
  limit: number,
  read: (db: Db, keys: string[]) => Promise<ReadonlyMap<string, Value>>,
): (db: Db, key: string) => Promise<Value | undefined> {
  return createBatches({ limit, isLimited: false }, async (db, batch) => {
    const values = await read(db, [...new Set(batch.map(({ item }) => item))])
    return batch.map(({ item }) => values.get(item))
  })
}

/**
 * Returns a function that writes one item, in a transaction with others that arrived during the previous one or just after it:
 * under load the database plans, checks and flushes once for many requests. A process runs one such transaction at a time.
 *
 * `batch` writes at most `limit` items with different keys and returns their results, undefined for items that it skips:
 * those that would wait for a lock or need the slow path. `single` writes these, and all items of a batch that was rolled
 * back, each in a transaction of its own.
 */
export function createBatchedWrite<Deps extends object, Item, Result>(options: {
  limit: number
  keyOf: (item: Item) => string
  batch: (deps: Deps, items: Item[]) => Promise<ReadonlyMap<Item, Result>>
  single: (deps: Deps, item: Item) => Promise<Result>
}): (deps: Deps, item: Item) => Promise<Result> {
  const { limit, keyOf, batch: write, single } = options
  const writeBatched = createBatches<Deps, Item, { result: Result } | undefined>(
    { limit, isLimited: true },
    async (deps, batch, ofBatch) => {
      const byKey = new Map(batch.map(({ item }) => [keyOf(item), item]))
      try {
        const results = await write(deps, [...byKey.values()])
        return batch.map(({ item, context }) => {
          if (!results.has(item)) return undefined
          noteWritten(context)
          return { result: results.get(item) as Result }
        })
      } catch (error) {
        // One item may have failed the batch, or met a row that a single write would have waited for: each is written by
        // itself. A batch of one has retried its conflicts already.
        if (isUndone(error) && (batch.length > 1 || !isConflict(error))) return batch.map(() => undefined)
        // The commit may have succeeded.
        if (ofBatch.hasWritten) for (const { context } of batch) noteWritten(context)
        throw error
      }
    },
  )
  return async (deps, item) => {
    const written = await writeBatched(deps, item)
    return written ? written.result : single(deps, item)
  }
}
