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
 * Returns a function that writes one item, in one transaction with those that came while the transaction before ran: under load
 * the database plans, checks and flushes once for many requests. A process runs one such transaction at a time.
 *
 * `together` runs it for at most `limit` items with different keys. It returns the results of those it wrote, and leaves out
 * each that would wait for a lock or needs more than usual: those are written by `alone`, beside it, as are all of a
 * transaction that was rolled back.
 */
export function createBatchedWrite<Deps extends object, Item, Result>(options: {
  limit: number
  keyOf: (item: Item) => string
  together: (deps: Deps, items: Item[]) => Promise<ReadonlyMap<Item, Result>>
  alone: (deps: Deps, item: Item) => Promise<Result>
}): (deps: Deps, item: Item) => Promise<Result> {
  const { limit, keyOf, together, alone } = options
  const loaders = new WeakMap<Deps, DataLoader<Write<Item>, { result: Result } | undefined>>()

  async function writeBatch(deps: Deps, writes: readonly Write<Item>[]): Promise<({ result: Result } | undefined)[]> {
    const byKey = new Map(writes.map(({ item }) => [keyOf(item), item]))
    // A request that has little left of its wait budget must not end the wait of the others.
    const context = { ...writes.reduce((a, b) => (b.context.waitBudgetMs > a.context.waitBudgetMs ? b : a)).context }
    try {
      const results = await runInContext(context, () => together(deps, [...byKey.values()]))
      return writes.map(({ item, context }) => {
        if (!results.has(item)) return undefined
        noteWritten(context)
        return { result: results.get(item) as Result }
      })
    } catch (error) {
      // One item may have failed the batch: retry each alone.
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
      const batch = writeBatch(deps, writes)
      last = batch.catch(() => {})
      return batch
    }
    const afterTheLast = (run: () => void) => {
      // Requests that have arrived by then are read first, and come with it.
      const isNext = ended.then(() => nextTurn())
      ended = isNext.then(run).then(() => last)
    }
    return new DataLoader(load, { cache: false, maxBatchSize: limit, batchScheduleFn: afterTheLast })
  }

  return async (deps, item) => {
    const loader = loaders.get(deps) ?? createLoader(deps)
    loaders.set(deps, loader)
    const context = currentContext() ?? createContext('job', 'write')
    const written = await countWaiting(loader.load({ item, context }))
    return written ? written.result : alone(deps, item)
  }
}
