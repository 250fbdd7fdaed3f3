import { AsyncLocalStorage } from 'node:async_hooks'
import { countWaiting } from '../../../db/request-context.ts'
import type { Db } from '../../../db/tables.ts'

interface Asked<Key, Value> {
  key: Key
  inContext: <T>(run: () => T) => T
  resolve: (value: Value | undefined | Promise<Value | undefined>) => void
}

interface Queue<Key, Value> {
  asked: Asked<Key, Value>[]
  /** Statements under way, and the one that is about to be sent. */
  busy: number
}

/** Further statements would only compete for the processors of the database. */
const MAX_STATEMENTS = 2

/**
 * Returns a function that reads one value by its key; undefined when there is none. Keys that many requests ask for at the
 * same time are read by one statement, at most `limit` of them: those that come in one turn of the event loop, or while two
 * statements are under way. A key that comes alone waits for the end of the turn. After an error of several each is read by itself, in
 * the context of its request. Not for transactions: what is read is what was committed when the statement began.
 */
export function createReadTogether<Key, Value>({
  limit,
  read,
}: {
  limit: number
  read: (db: Db, keys: Key[]) => Promise<ReadonlyMap<Key, Value>>
}): (db: Db, key: Key) => Promise<Value | undefined> {
  const queues = new WeakMap<Db, Queue<Key, Value>>()

  async function readAlone(db: Db, key: Key): Promise<Value | undefined> {
    return (await read(db, [key])).get(key)
  }

  /** Returns when the statement has ended; never throws. */
  async function readBatch(db: Db, batch: readonly Asked<Key, Value>[]): Promise<void> {
    const [first, ...others] = batch
    if (!first) return
    const keys = [...new Set(batch.map(({ key }) => key))]
    const work = first.inContext(() => read(db, keys))
    for (const { inContext } of others) inContext(() => countWaiting(work)).catch(() => {})
    try {
      const values = await work
      for (const { key, resolve } of batch) resolve(values.get(key))
    } catch (error) {
      // The context of the first request may be the reason.
      if (!others.length) first.resolve(Promise.reject(error))
      else for (const { key, inContext, resolve } of batch) resolve(inContext(() => readAlone(db, key)))
    }
  }

  async function readAll(db: Db, queue: Queue<Key, Value>): Promise<void> {
    queue.busy++
    // Other requests that have arrived by now are read from their sockets first.
    await new Promise(setImmediate)
    while (queue.asked.length) await readBatch(db, queue.asked.splice(0, limit))
    queue.busy--
  }

  function queueOf(db: Db): Queue<Key, Value> {
    let queue = queues.get(db)
    if (!queue) {
      queue = { asked: [], busy: 0 }
      queues.set(db, queue)
    }
    return queue
  }

  return (db, key) =>
    new Promise((resolve) => {
      const queue = queueOf(db)
      queue.asked.push({ key, inContext: AsyncLocalStorage.snapshot(), resolve })
      if (queue.busy < MAX_STATEMENTS) void readAll(db, queue)
    })
}
