import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isUndone } from '../../../db/connect.ts'
import { countWaiting, currentContext, noteWritten } from '../../../db/request-context.ts'

interface Waiting<Item, Result> {
  item: Item
  inContext: <T>(run: () => T) => T
  /** Ends the wait for the transaction before. */
  begin: () => void
  /** Settles when that wait has been subtracted from the wait budget of the request. */
  begun: Promise<void>
  resolve: (result: Result | Promise<Result>) => void
  reject: (error: unknown) => void
}

type Batch<Item, Result> = [Waiting<Item, Result>, ...Waiting<Item, Result>[]]

/**
 * Returns a function that does the work of one item: writes of many requests that each cost the database little but a
 * transaction. A process does them in one transaction at a time, at most `limit` items together, with different keys: those
 * that come meanwhile wait for the next one. Under load the database so plans, checks and flushes once for many.
 *
 * `together` runs one transaction, in the context of the first request, and returns the results of the items that are done.
 * It must not wait for locks that others keep for long. It leaves out the items for which it would have to, and all that need
 * more than the usual: `alone` does those, beside it, and each item after an error that undid them all.
 */
export function createTogether<Item, Result>(options: {
  limit: number
  keyOf: (item: Item) => string
  together: (items: readonly Item[]) => Promise<Map<Item, Result>>
  alone: (item: Item) => Promise<Result>
}): (item: Item) => Promise<Result> {
  const { limit, keyOf, together, alone } = options
  const waiting: Waiting<Item, Result>[] = []
  let isRunning = false

  function takeBatch(): Batch<Item, Result> {
    const byKey = new Map<string, Waiting<Item, Result>>()
    for (const one of waiting) {
      if (byKey.size === limit) break
      const key = keyOf(one.item)
      if (!byKey.has(key)) byKey.set(key, one)
    }
    const taken = new Set(byKey.values())
    waiting.splice(0, waiting.length, ...waiting.filter((one) => !taken.has(one)))
    const [first, ...others] = taken
    if (!first) throw new Error('no item waits')
    return [first, ...others]
  }

  function doAlone({ item, inContext, resolve }: Waiting<Item, Result>): void {
    resolve(inContext(() => alone(item)))
  }

  /** Returns when the transaction of the batch has ended; never throws. */
  async function run([first, ...others]: Batch<Item, Result>): Promise<void> {
    const batch = [first, ...others]
    for (const { begin } of batch) begin()
    await Promise.all(batch.map(({ begun }) => begun))
    const work = first.inContext(() => together(batch.map(({ item }) => item)))
    for (const { inContext } of others) inContext(() => countWaiting(work)).catch(() => {})
    try {
      const results = await work
      for (const { item, inContext } of others) if (results.has(item)) inContext(() => noteWritten(currentContext()))
      for (const one of batch) {
        const result = results.get(one.item)
        if (result === undefined) doAlone(one)
        else one.resolve(result)
      }
    } catch (error) {
      // One of several may be the reason: each finds out by itself. After other errors it is not known what was done.
      const isAgain = others.length > 0 && isUndone(error)
      const mayBeDone = first.inContext(currentContext)?.hasWritten === true
      for (const one of batch) {
        if (mayBeDone) one.inContext(() => noteWritten(currentContext()))
        if (isAgain) doAlone(one)
        else one.reject(error)
      }
    }
  }

  async function runAll(): Promise<void> {
    isRunning = true
    while (waiting.length) {
      // Requests that have arrived by now are read first, and come with it.
      await nextTurn()
      await run(takeBatch())
    }
    isRunning = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const { promise, resolve: begin } = Promise.withResolvers<void>()
      const begun = countWaiting(promise)
      waiting.push({ item, inContext: AsyncLocalStorage.snapshot(), begin, begun, resolve, reject })
      if (!isRunning) void runAll()
    })
}
