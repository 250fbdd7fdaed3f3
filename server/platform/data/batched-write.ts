import { setImmediate as nextTurn } from 'node:timers/promises'
import DataLoader from 'dataloader'
import { isUndone } from '../../../db/connect.ts'
import {
  countWaiting,
  createContext,
  currentContext,
  noteWritten,
  type RequestContext,
  runInContext,
} from '../../../db/request-context.ts'

interface Write<Item> {
  item: Item
  context: RequestContext
}

/**
 * Returns a function that writes one item, in one transaction with those that arrived during the previous one: under load
 * the database plans, checks and flushes once for many requests. A process runs one such transaction at a time.
 *
 * `batch` runs it for at most `limit` items with different keys. It returns the results of those it wrote, and leaves out
 * each that would wait for a lock or needs more than usual: `single` writes those, each in a transaction of its own, and
 * all of a batch that was rolled back.
 */
export function createBatchedWrite<Deps extends object, Item, Result>(options: {
  limit: number
  keyOf: (item: Item) => string
  batch: (deps: Deps, items: Item[]) => Promise<ReadonlyMap<Item, Result>>
  single: (deps: Deps, item: Item) => Promise<Result>
}): (deps: Deps, item: Item) => Promise<Result> {
  const { limit, keyOf, batch, single } = options
  const loaders = new WeakMap<Deps, DataLoader<Write<Item>, { result: Result } | undefined>>()

  async function writeBatch(deps: Deps, writes: readonly Write<Item>[]): Promise<({ result: Result } | undefined)[]> {
    const byKey = new Map(writes.map(({ item }) => [keyOf(item), item]))
    // A request that has little left of its wait budget must not end the wait of the others.
    const context = { ...writes.reduce((a, b) => (b.context.waitBudgetMs > a.context.waitBudgetMs ? b : a)).context }
    try {
      const results = await runInContext(context, () => batch(deps, [...byKey.values()]))
      return writes.map(({ item, context }) => {
        if (!results.has(item)) return undefined
        noteWritten(context)
        return { result: results.get(item) as Result }
      })
    } catch (error) {
      // One item may have failed the batch: retry each by itself.
      if (writes.length > 1 && isUndone(error)) return writes.map(() => undefined)
      // The commit may have succeeded.
      if (context.hasWritten) for (const write of writes) noteWritten(write.context)
      throw error
    }
  }

  function createLoader(deps: Deps) {
    let last: Promise<unknown> = Promise.resolve()
    let ended = last
    const load = (writes: readonly Write<Item>[]) => {
      const written = writeBatch(deps, writes)
      last = written.catch(() => {})
      return written
    }
    const afterLast = (run: () => void) => {
      // Requests that have arrived by then join the batch.
      const isNext = ended.then(() => nextTurn())
      ended = isNext.then(run).then(() => last)
    }
    return new DataLoader(load, { cache: false, maxBatchSize: limit, batchScheduleFn: afterLast })
  }

  return async (deps, item) => {
    const loader = loaders.get(deps) ?? createLoader(deps)
    loaders.set(deps, loader)
    const context = currentContext() ?? createContext('job', 'write')
    const written = await countWaiting(loader.load({ item, context }))
    return written ? written.result : single(deps, item)
  }
}
