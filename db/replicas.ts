import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase, isDatabaseAway, SERIALIZATION_FAILURE, sqlState } from './connect.ts'
import { readLogPosition, readReplayed } from './replica-queries.ts'
import { createContext, currentContext, runInContext } from './request-context.ts'
import type { Db } from './tables.ts'

/** How often everyone is looked at while nothing happens. */
const LOOK_EVERY_MS = 1_000
/** How often a replica is looked at that is to reach a change, at first and later. */
const FOLLOW_EVERY_MS = 20
const FOLLOW_SLOWLY_EVERY_MS = 200
const FOLLOW_CLOSELY_FOR_MS = 2_000
/** A replica that has not what the primary had this long ago is left out, also when nobody told of a change. */
const MAX_LAG_MS = 5_000
/** How long a look, or the read of a request, waits for a replica; then the primary has time to answer. */
const WAIT_BUDGET_MS = 1_500

export interface Replicas {
  /**
   * Runs a read on a replica, each in turn, that has every change this process knows of; when there is none, or it is
   * away, on the primary.
   */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** To be called at every change that readers must see from now on. */
  changed(): void
  /** How many replicas are read from right now. */
  readonly usable: number
  close(): Promise<void>
}

interface Replica {
  db: Db
  /** As it was when last looked at; undefined while the replica is away, or is none. */
  replayed: bigint | undefined
  watch: Repetition
}

/** Opens pools on the replicas and keeps looking how far they are. Without any, everything is read from the primary. */
export function openReplicas(options: {
  urls: string[]
  primary: Db
  /** Connections to each. */
  max: number
  /** Whether this process would hear of a change. While it would not, no replica is read from. */
  isListening: () => boolean
}): Replicas {
  const { urls, primary, max, isListening } = options
  if (!urls.length) return { read: (work) => work(primary), changed: () => {}, usable: 0, close: async () => {} }

  const goal = followPrimary(primary, () => {
    for (const { watch } of replicas) watch.wake()
  })
  const replicas = urls.map((url) => followReplica(connectDatabase(url, { max }), goal))
  let turn = 0

  function usable(): Replica[] {
    const least = isListening() ? goal.least() : undefined
    if (least === undefined) return []
    return replicas.filter(({ replayed }) => replayed !== undefined && replayed >= least)
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
        if (!interrupted && !isDatabaseAway(error)) throw error
        if (!interrupted) replica.replayed = undefined
        return work(primary)
      }
    },
    changed: () => goal.changed(),
    get usable() {
      return usable().length
    },
    async close() {
      await Promise.all([goal.end(), ...replicas.map(({ watch }) => watch.end())])
      await Promise.all(replicas.map(({ db }) => db.destroy()))
    },
  }
}

/** How far replicas must be. */
interface Goal {
  /** Where the log of the primary ended after the last change that was told; undefined until the primary has said it. */
  readonly needed: bigint | undefined
  /** Where a replica must be to be read from, also for changes that nobody told of. */
  least(): bigint | undefined
  /** How long ago the last change was told. */
  age(): number
  changed(): void
  end(): Promise<void>
}

/** Keeps looking where the log of the primary ends; `onNeeded` is called when that is known after a change. */
function followPrimary(primary: Db, onNeeded: () => void): Goal {
  const past = createPast()
  let needed: bigint | undefined
  let changes = 0
  let changedAt = performance.now()

  const watch = repeat(async () => {
    const asked = changes
    try {
      const { inserted, written } = await briefly(() => readLogPosition(primary))
      past.add(written)
      if (asked !== changes) return 0
      if (needed === undefined) {
        needed = inserted
        onNeeded()
      }
      return LOOK_EVERY_MS
    } catch {
      return needed === undefined ? FOLLOW_SLOWLY_EVERY_MS : LOOK_EVERY_MS
    }
  })

  return {
    get needed() {
      return needed
    },
    least() {
      const longAgo = past.before(MAX_LAG_MS)
      return needed === undefined || needed > longAgo ? needed : longAgo
    },
    age: () => performance.now() - changedAt,
    changed() {
      changes++
      changedAt = performance.now()
      needed = undefined
      watch.wake()
    },
    end: () => watch.end(),
  }
}

/** Keeps looking how far a replica is: often while it is to reach a change. */
function followReplica(db: Db, goal: Goal): Replica {
  const replica: Replica = { db, replayed: undefined, watch: repeat(look) }

  async function look(): Promise<number> {
    try {
      replica.replayed = await briefly(() => readReplayed(db))
    } catch {
      replica.replayed = undefined
    }
    const { needed } = goal
    if (replica.replayed === undefined || needed === undefined || replica.replayed >= needed) return LOOK_EVERY_MS
    return goal.age() < FOLLOW_CLOSELY_FOR_MS ? FOLLOW_EVERY_MS : FOLLOW_SLOWLY_EVERY_MS
  }
  return replica
}

/** Runs in the present context, but waits for the database no longer than WAIT_BUDGET_MS. */
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

/** Remembers where the log of the primary ended some seconds ago. */
function createPast(): { add(position: bigint): void; before(ms: number): bigint } {
  let samples: { at: number; position: bigint }[] = []
  const newestBefore = (ms: number) => samples.findLast(({ at }) => at <= performance.now() - ms)
  return {
    add(position) {
      const oldest = newestBefore(MAX_LAG_MS)
      samples = samples.filter(({ at }) => !oldest || at >= oldest.at)
      samples.push({ at: performance.now(), position })
    },
    before: (ms) => newestBefore(ms)?.position ?? 0n,
  }
}

interface Repetition {
  /** Lets the next turn begin at once. */
  wake(): void
  end(): Promise<void>
}

/** Runs `look` again and again; it answers how many milliseconds to wait until the next time. */
function repeat(look: () => Promise<number>): Repetition {
  let ended = false
  let woken = false
  let pause = new AbortController()

  async function run(): Promise<void> {
    // Who is looked at is made completely first.
    await Promise.resolve()
    while (!ended) {
      woken = false
      const ms = await look()
      if (woken || ended) continue
      pause = new AbortController()
      await sleep(ms, undefined, { signal: pause.signal, ref: false }).catch(() => {})
    }
  }

  const running = run()
  function wake(): void {
    woken = true
    pause.abort()
  }
  return {
    wake,
    async end() {
      ended = true
      wake()
      await running
    },
  }
}
