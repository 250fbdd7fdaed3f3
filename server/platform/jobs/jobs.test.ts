import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { connectDatabase, inTransaction } from '../../../db/connect.ts'
import { openDatabaseForTests } from '../../../tests/support/open-for-tests.ts'
import { startTaskWorker } from '../../../tests/support/task-worker.ts'
import { setRoleTimeouts, startTransactionPooler } from '../../../tests/support/transaction-pooler.ts'
import { countTasks, listFailedTasks, retryTask } from './queries.ts'
import { enqueue, enqueueAll, enqueueMissing, handle, type Task, type TaskHandler } from './task.ts'

const { db, connection } = await openDatabaseForTests()
let workers: { close(): Promise<void> }[] = []
const failures: object[] = []

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.close()))
  workers = []
  failures.length = 0
  await sql`delete from graphile_worker._private_jobs`.execute(db)
})

interface About {
  number: number
}
const plain: Task<About> = { name: 'plain' }
const start = (...handlers: TaskHandler[]) =>
  workers.push(
    startTaskWorker({
      db,
      connection,
      handlers,
      log: { error: (failure) => void failures.push(failure) },
    }),
  )
const numbers = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ payload: { number }, key: String(number) }))

test('three processes run each of 300 tasks once, and never the same one concurrently', async () => {
  const done: number[] = []
  const running = new Set<number>()
  let isTwice = false
  const handler = handle(plain, async ({ number }) => {
    isTwice ||= running.has(number)
    running.add(number)
    await sleep(1)
    running.delete(number)
    done.push(number)
  })
  for (let process = 0; process < 3; process++) start(handler)
  await enqueueAll(db, plain, numbers(300))
  await expect.poll(() => done.length, { timeout: 60_000 }).toBe(300)
  expect([isTwice, new Set(done).size]).toEqual([false, 300])
  await expect.poll(() => countTasks(db)).toEqual([])
})

test('tasks run behind a pooler in transaction mode; only the listening connection bypasses it', async () => {
  await setRoleTimeouts(connection)
  const pooler = await startTransactionPooler(connection, { keepsStatements: true })
  const pooled = connectDatabase(pooler.url, { max: 4, pooled: true })
  const done: number[] = []
  const handler = handle(plain, async ({ number }) => void done.push(number))
  workers.push(startTaskWorker({ db: pooled, connection, handlers: [handler] }))
  try {
    await inTransaction(pooled, (tx) => enqueueAll(tx, plain, numbers(20)))
    await expect.poll(() => done.length, { timeout: 60_000 }).toBe(20)
    await expect.poll(() => countTasks(pooled), { timeout: 60_000 }).toEqual([])
  } finally {
    await workers.pop()?.close()
    await pooled.destroy()
    pooler.close()
  }
})

test('tasks of a slow service run up to its limit in each process, and do not delay others', async () => {
  const limited: Task<About> = { name: 'limited', service: { name: 'slow', atOnce: 2 } }
  let [running, most, done] = [0, 0, 0]
  const handler = handle(limited, async () => {
    most = Math.max(most, ++running)
    await sleep(20)
    running--
    done++
  })
  const others: number[] = []
  start(
    handler,
    handle(plain, async ({ number }) => void others.push(number)),
  )
  await enqueueAll(db, limited, numbers(40))
  await enqueue(db, plain, { number: 1 }, { key: '1' })
  await expect.poll(() => others).toEqual([1])
  expect(done).toBeLessThan(40)
  await expect.poll(() => done, { timeout: 60_000 }).toBe(40)
  expect(most).toBe(2)
})

test('a task of a transaction that is rolled back does not exist', async () => {
  const done: number[] = []
  start(handle(plain, async ({ number }) => void done.push(number)))
  const attempt = inTransaction(db, async (tx) => {
    await enqueue(tx, plain, { number: 1 }, { key: '1' })
    throw new Error('no')
  })
  await expect(attempt).rejects.toThrow('no')
  await inTransaction(db, (tx) => enqueue(tx, plain, { number: 2 }, { key: '2' }))
  await expect.poll(() => done).toEqual([2])
})

test('a task replaces a waiting one with the same key, or is skipped; a task for later waits', async () => {
  const later = new Date(Date.now() + 3_600_000)
  await enqueue(db, plain, { number: 1 }, { key: 'same', runAt: later })
  await enqueueMissing(db, plain, [{ payload: { number: 2 }, key: 'same' }])
  await enqueue(db, plain, { number: 3 }, { key: 'later', runAt: later })
  await enqueue(db, plain, { number: 4 }, { key: 'same' })
  await enqueueMissing(db, plain, [{ payload: { number: 5 }, key: 'other' }])
  const done: number[] = []
  start(handle(plain, async ({ number }) => void done.push(number)))
  await expect.poll(() => done.toSorted()).toEqual([4, 5])
  // Their ends are recorded a moment later.
  await expect.poll(() => countTasks(db)).toEqual([{ task: 'plain', waiting: 1, failed: 0 }])
})

test('a failing task is reported and retried; after the last attempt it stays until it is retried by hand', async () => {
  let attempts = 0
  let isBroken = true
  start(
    handle(plain, async () => {
      attempts++
      if (isBroken) throw new Error('the service is away')
    }),
  )
  await enqueue(db, plain, { number: 1 }, { key: '1' })
  await expect.poll(() => attempts, { timeout: 60_000 }).toBe(2)
  expect(failures).toContainEqual(expect.objectContaining({ event: 'task_failed', task: 'plain', attempt: 1 }))
  const lastTry = sql`
    update graphile_worker._private_jobs set attempts = max_attempts - 1, run_at = now() where locked_at is null`
  await expect.poll(async () => (await lastTry.execute(db)).numAffectedRows, { timeout: 60_000 }).toBe(1n)
  await expect.poll(async () => (await listFailedTasks(db, 10)).length, { timeout: 60_000 }).toBe(1)
  const [failed] = await listFailedTasks(db, 10)
  expect(failed).toMatchObject({ task: 'plain', key: '1', last_error: 'the service is away' })
  await enqueueMissing(db, plain, [{ payload: { number: 1 }, key: '1' }])
  expect(await countTasks(db)).toEqual([{ task: 'plain', waiting: 0, failed: 1 }])
  isBroken = false
  expect(await retryTask(db, failed?.id ?? 0)).toBe(true)
  await expect.poll(() => countTasks(db)).toEqual([])
  expect(await retryTask(db, failed?.id ?? 0)).toBe(false)
})

test('closing aborts running jobs, waits for them and starts no more', async () => {
  let isEnded = false
  let runs = 0
  start(
    handle(plain, async (_payload, { signal }) => {
      runs++
      await sleep(60_000, undefined, { signal }).catch(() => {})
      await sleep(50)
      isEnded = true
      return true
    }),
  )
  await enqueue(db, plain, { number: 1 }, { key: '1' })
  await expect.poll(() => runs).toBe(1)
  await workers[0]?.close()
  expect([isEnded, runs]).toEqual([true, 1])
  await enqueue(db, plain, { number: 2 }, { key: '2' })
  await sleep(200)
  expect(runs).toBe(1)
})

test('after the connections break tasks still run, even one whose end could not be recorded', async () => {
  const done: number[] = []
  start(
    handle(plain, async ({ number }) => {
      if (number === 1)
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
      done.push(number)
    }),
  )
  await enqueue(db, plain, { number: 1 }, { key: '1' })
  await expect.poll(() => done.length, { timeout: 60_000 }).toBeGreaterThan(0)
  await expect
    .poll(() => enqueue(db, plain, { number: 2 }, { key: '2' }).then(() => true), { timeout: 60_000 })
    .toBe(true)
  await expect.poll(() => done, { timeout: 60_000 }).toContain(2)
  await expect.poll(() => countTasks(db), { timeout: 60_000 }).toEqual([])
})
