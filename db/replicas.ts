import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { connectDatabase, isDatabaseUnavailable, SERIALIZATION_FAILURE, sqlState } from './connect.ts'
import { reasonOf } from './failures.ts'
import { hostName } from './hosts.ts'
import { createContext, currentContext, runInContext } from './request-context.ts'
import type { Db } from './tables.ts'

/** The interval of polling the primary and the replicas while nothing changes. */
const POLL_EVERY_MS = 1_000
/** The interval for a replica that has not replayed the last change yet, for the first 2 s and after them. */
const CATCH_UP_POLL_EVERY_MS = 20
const SLOW_POLL_EVERY_MS = 200
const SLOW_POLL_AFTER_MS = 2_000
/** A replica that lags behind the primary by more than this is not used, even if no change was announced. */
const MAX_LAG_MS = 5_000
/** The wait budget of a poll, or of a request's read from a replica; it leaves time for the primary to respond. */
const WAIT_BUDGET_MS = 1_500

export interface Replicas {
  /**
   * Returns what `work` returns, which reads from a replica that has every change known to this process, round-robin. It
   * reads from the primary when there is no such replica, or when that replica is unavailable.
   */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Call it at each change that all later reads must see. */
  changed(): void
  /** The number of replicas in use. */
  readonly usable: number
  close(): Promise<void>
}

interface Replica {
  db: Db
  /** Its position at the last poll; undefined while it is unavailable or not a replica. */
  replayed: bigint | undefined
  poll: ReturnType<typeof startPolling>
}

/** Returns pools on the replicas, whose positions are polled. Without replicas, everything is read from the primary. */
export function openReplicas(options: {
  urls: string[]
  primary: Db
  /** The size of each pool. */
  max: number
  /** Returns whether this process receives announcements of changes. While it does not, replicas are not used. */
  isListening: () => boolean
  log: { warn(event: object): void }
}): Replicas {
  const { urls, primary, max, isListening, log } = options
  if (!urls.length) return { read: (work) => work(primary), changed: () => {}, usable: 0, close: async () => {} }

  const goal = followPrimary(primary, () => {
    for (const { poll } of replicas) poll.wake()
  })
  const replicas = urls.map((url) => {
    const onLost = (error: unknown) =>
      log.warn({ event: 'replica_left_out', host: hostName(url), reason: reasonOf(error) })
    return followReplica(connectDatabase(url, { max }), { goal, onLost })
  })
  let turn = 0

  function usable(): Replica[] {
    const minimum = isListening() ? goal.minimum() : undefined
    if (minimum === undefined) return []
    return replicas.filter(({ replayed }) => replayed !== undefined && replayed >= minimum)
  }

  return {
    async read(work) {
      const candidates = usable()
      const replica = candidates[turn++ % candidates.length]
      if (!replica) return work(primary)
      try {
        return await briefly(() => work(replica.db))
      } catch (error) {
        const interrupted = sqlState(error) === SERIALIZATION_FAILURE
        if (!interrupted && !isDatabaseUnavailable(error)) throw error
        if (!interrupted) replica.replayed = undefined
        return work(primary)
      }
    },
    changed: () => goal.changed(),
    get usable() {
      return usable().length
    },
    async close() {
      await Promise.all([goal.end(), ...replicas.map(({ poll }) => poll.end())])
      await Promise.all(replicas.map(({ db }) => db.destroy()))
    },
  }
}

/** The position that replicas must have reached. */
type Goal = ReturnType<typeof followPrimary>

/** Polls the end of the primary's log; `onNeeded` is called when it is known after a change. */
function followPrimary(primary: Db, onNeeded: () => void) {
  const past = createPast()
  let needed: bigint | undefined
  let changes = 0
  let changedAt = performance.now()

  const poll = startPolling(async () => {
    const changesBefore = changes
    try {
      const { inserted, written } = await briefly(() => readLogPosition(primary))
      past.add(written)
      if (changesBefore !== changes) return 0
      if (needed === undefined) {
        needed = inserted
        onNeeded()
      }
      return POLL_EVERY_MS
    } catch {
      return needed === undefined ? SLOW_POLL_EVERY_MS : POLL_EVERY_MS
    }
  })

  return {
    /** The end of the primary's log after the last announced change; undefined until it has been read. */
    get needed() {
      return needed
    },
    /** Returns the position that a replica must have reached to be used; includes changes that were not announced. */
    minimum() {
      const longAgo = past.before(MAX_LAG_MS)
      return needed === undefined || needed > longAgo ? needed : longAgo
    },
    /** Returns the time since the last announced change, in milliseconds. */
    age: () => performance.now() - changedAt,
    changed() {
      changes++
      changedAt = performance.now()
      needed = undefined
      poll.wake()
    },
    end: () => poll.end(),
  }
}

/** Polls the position of a replica, more often while it lags behind the last change; `onLost` is called once per outage. */
function followReplica(db: Db, { goal, onLost }: { goal: Goal; onLost: (error: unknown) => void }): Replica {
  const replica: Replica = { db, replayed: undefined, poll: startPolling(readPosition) }
  let isLost = false

  async function readPosition(): Promise<number> {
    try {
      replica.replayed = await briefly(() => readReplayed(db))
      isLost = false
    } catch (error) {
      replica.replayed = undefined
      if (!isLost) onLost(error)
      isLost = true
    }
    const { needed } = goal
    if (replica.replayed === undefined || needed === undefined || replica.replayed >= needed) return POLL_EVERY_MS
    return goal.age() < SLOW_POLL_AFTER_MS ? CATCH_UP_POLL_EVERY_MS : SLOW_POLL_EVERY_MS
  }
  return replica
}

/**
 * Returns where the log of the primary ends, in bytes from its beginning: everything committed so far is before `inserted`,
 * and replicas cannot be further than `written`.
 */
async function readLogPosition(db: Db) {
  // The written position does not suffice: with synchronous_commit off, commits are acknowledged before they are written.
  const { rows } = await sql<{ inserted: string; written: string }>`
    select (pg_current_wal_insert_lsn() - '0/0')::text as inserted, (pg_current_wal_lsn() - '0/0')::text as written
  `.execute(db)
  const [position] = rows
  if (!position) throw new Error('the database returned no position of its log')
  return { inserted: BigInt(position.inserted), written: BigInt(position.written) }
}

/** Returns how far a replica has replayed the log. Throws an Error when it is not a replica. */
async function readReplayed(db: Db): Promise<bigint> {
  const { rows } = await sql<{ replayed: string | null }>`
    select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::text end as replayed`.execute(db)
  const replayed = rows[0]?.replayed
  if (!replayed) throw new Error('it is not a standby')
  return BigInt(replayed)
}

/** Returns what `run` returns, with a wait budget of at most WAIT_BUDGET_MS taken from the current context's. */
async function briefly<T>(run: () => Promise<T>): Promise<T> {
  const outer = currentContext() ?? createContext('job', 'replicas')
  const budget = Math.min(outer.waitBudgetMs, WAIT_BUDGET_MS)
  const context = createContext(outer.kind, outer.id, budget)
  try {
    return await runInContext(context, run)
  } finally {
    outer.waitBudgetMs -= budget - context.waitBudgetMs
  }
}

function createPast() {
  let samples: { at: number; position: bigint }[] = []
  const newestBefore = (ms: number) => samples.findLast(({ at }) => at <= performance.now() - ms)
  return {
    add(position: bigint): void {
      const oldest = newestBefore(MAX_LAG_MS)
      samples = samples.filter(({ at }) => !oldest || at >= oldest.at)
      samples.push({ at: performance.now(), position })
    },
    before: (ms: number) => newestBefore(ms)?.position ?? 0n,
  }
}

/** Calls `poll` repeatedly; it returns how many milliseconds to wait before the next call. */
function startPolling(poll: () => Promise<number>) {
  let ended = false
  let woken = false
  let pause = new AbortController()

  async function run(): Promise<void> {
    // Lets the caller finish creating the object that is polled.
    await Promise.resolve()
    while (!ended) {
      woken = false
      const ms = await poll()
      if (woken || ended) continue
      pause = new AbortController()
      await sleep(ms, undefined, { signal: pause.signal, ref: false }).catch(() => {})
    }
  }

  const running = run()
  /** Starts the next poll at once. */
  function wake(): void {
    woken = true
    pause.abort()
  }
  return {
    wake,
    async end(): Promise<void> {
      ended = true
      wake()
      await running
    },
  }
}
