import { EventEmitter } from 'node:events'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Logger,
  type ParsedCronItem,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerPool,
} from 'graphile-worker'
import type pg from 'pg'
import { takeConnection } from '../../../db/connect.ts'
import { createContext, runInContext } from '../../../db/request-context.ts'
import type { Db } from '../../../db/tables.ts'
import type { Channels } from '../data/channels.ts'
import { runJob } from './outbox.ts'
import { listLostWorkers, unlockWorkers } from './queries.ts'
import { repeat } from './repeat.ts'
import { NotYet, type Task, type TaskHandler } from './task.ts'

/** Tasks that one process runs at a time, besides those of services. */
const AT_ONCE = 2
/** The interval at which each worker polls for due tasks; new ones are announced by a notification. */
const POLL_MS = 5_000
const INSERTED = 'jobs:insert'
const RESTART_MS = 1_000
const LOOK_FOR_LOST_MS = 5_000
/** The time for a process whose connection broke to come back, before others take its tasks. */
const LOST_AFTER_MS = 15_000

/** A cron schedule, precise to the minute. */
export interface PeriodicTask {
  task: Task
  cron: string
}

interface Deps {
  db: Db
  /** Must not have been started, as the worker subscribes. */
  channels: Channels
  handlers: readonly TaskHandler[]
  periodic: readonly PeriodicTask[]
  log: { error(event: object): void }
}

/**
 * Starts the workers of queued tasks, and queues the periodic ones; processes share the work. Others take over the tasks of
 * a killed process within half a minute, so each task runs at least once. `close` waits for running tasks.
 */
export function startWorker({ db, channels, handlers, periodic, log }: Deps): { close(): Promise<void> } {
  const closing = new AbortController()
  const messages = new EventEmitter()
  const wake = (payload: string) => messages.emit('notification', { channel: INSERTED, payload })
  // Messages sent while the connection was broken are lost.
  channels.subscribe(INSERTED, { onMessage: wake, onConnect: () => wake(JSON.stringify({ count: AT_ONCE })) })
  const pools = [...Map.groupBy(handlers, ({ task }) => task.service?.name).values()].map((group) => {
    const [{ task }] = group as [TaskHandler]
    return startPool({
      concurrency: task.service?.atOnce ?? AT_ONCE,
      pgPool: poolFor(db, messages),
      taskList: Object.fromEntries(group.map((handler) => [handler.task.name, taskFor(handler, closing.signal, log)])),
      parsedCronItems: cronOf(periodic.filter((one) => one.task.service?.name === task.service?.name)),
      channels,
      closing: closing.signal,
      log,
    })
  })
  const watch = watchOthers(db, channels, log)
  return {
    async close() {
      closing.abort()
      await Promise.all([watch.close(), ...pools.map((pool) => pool.close())])
    },
  }
}

const cronOf = (periodic: readonly PeriodicTask[]) =>
  parseCronItems(
    periodic.map(({ task: { name }, cron }) => ({
      task: name,
      match: cron,
      identifier: name,
      // The next run replaces one that is late or failed; two never run at once.
      options: { queueName: name, jobKey: `${name}:`, maxAttempts: 5 },
    })),
  )

interface PoolOptions {
  concurrency: number
  pgPool: pg.Pool
  taskList: TaskList
  parsedCronItems: ParsedCronItem[]
  channels: Channels
  closing: AbortSignal
  log: Deps['log']
}

function startPool({ channels, closing, log, ...options }: PoolOptions): { close(): Promise<void> } {
  let runner: Runner | undefined

  async function runUntilBroken(): Promise<void> {
    let name: string | undefined
    const events = new EventEmitter()
    events.once('pool:create', ({ workerPool }: { workerPool: WorkerPool & { id: string } }) => {
      name = workerPool.id
      channels.lock(name)
    })
    try {
      runner = await run({ ...settings(log), ...options, events })
      if (closing.aborted) await runner.stop()
      await runner.promise
    } finally {
      runner = undefined
      // Its tasks are taken by a successor, in this process or another.
      if (name) channels.unlock(name)
    }
  }

  async function runAlways(): Promise<void> {
    while (!closing.aborted) {
      await runUntilBroken().catch((error) => {
        if (!closing.aborted) log.error({ err: error, event: 'worker_stopped' })
      })
      await sleep(RESTART_MS, undefined, { ref: false, signal: closing }).catch(() => {})
    }
  }

  const running = runAlways()
  return {
    async close() {
      await runner?.stop().catch(() => {})
      await running
    },
  }
}

const settings = (log: Deps['log']) => ({
  schema: 'graphile_worker',
  pollInterval: POLL_MS,
  noHandleSignals: true,
  // Connections have room for 60 prepared statements, which the library's few statements do not need.
  noPreparedStatements: true,
  logger: new Logger(() => (level, message, meta) => {
    // Failures of tasks are logged where they happen, without the library's details.
    if (level === 'error' && !meta?.failure) log.error({ err: meta?.error, event: 'worker_error', message })
  }),
  // Otherwise a failure to record the end of a task would end the process.
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
})

function taskFor(
  { task: { name }, run: runTask }: TaskHandler,
  signal: AbortSignal,
  log: Deps['log'],
): TaskList[string] {
  return async (payload, { job: { attempts: attempt } }) => {
    try {
      await runJob(name, signal, () => runTask(payload as object, { signal, attempt }))
    } catch (error) {
      const isExpected = error instanceof NotYet || signal.aborted
      if (!isExpected) log.error({ err: error, event: 'task_failed', task: name, attempt })
      throw error
    }
  }
}

function watchOthers(db: Db, channels: Channels, log: Deps['log']) {
  const lostSince = new Map<string, number>()
  return repeat(LOOK_FOR_LOST_MS, async (signal) => {
    // Without a connection of its own, this process cannot see the locks of others.
    if (!channels.connected) return
    try {
      const lost = await runInContext(createContext('job', 'lost-workers'), () => listLostWorkers(db))
      const now = performance.now()
      for (const name of lostSince.keys()) if (!lost.includes(name)) lostSince.delete(name)
      for (const name of lost) if (!lostSince.has(name)) lostSince.set(name, now)
      const dead = lost.filter((name) => now - (lostSince.get(name) ?? now) >= LOST_AFTER_MS)
      if (dead.length) await unlockWorkers(db, dead)
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, event: 'lost_workers_failed' })
    }
  })
}

/**
 * Returns the pool in the form that the library expects. The library would listen on a connection of the pool, which does not
 * work behind a pooler, so its messages come from the connection on which this process listens anyway.
 */
function poolFor(db: Db, messages: EventEmitter): pg.Pool {
  const listener = {
    query: async () => {},
    release() {},
    on: messages.on.bind(messages),
    removeListener: messages.removeListener.bind(messages),
  }
  const pool = Object.assign(new EventEmitter(), {
    options: { max: Number.POSITIVE_INFINITY },
    connect(listen?: (error: undefined, client: unknown, release: () => void) => void) {
      return listen ? listen(undefined, listener, () => {}) : takeConnection(db)
    },
    async query(text: string | pg.QueryConfig, values?: unknown[]) {
      const client = await takeConnection(db)
      const send = client.query.bind(client) as (text: string | pg.QueryConfig, values?: unknown[]) => Promise<unknown>
      try {
        return await send(text, values)
      } finally {
        client.release()
      }
    },
  })
  // The library warns of a pool without listeners; that of the database has its own.
  pool.on('error', () => {})
  pool.on('connect', () => {})
  return pool as unknown as pg.Pool
}
