import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type Job, startJob } from './jobs.ts'

let jobs: Job[] = []
afterEach(async () => {
  await Promise.all(jobs.map((job) => job.close()))
  jobs = []
})

function start(run: (signal: AbortSignal) => Promise<boolean>, everyMs: number) {
  const errors: unknown[] = []
  const job = startJob({ name: 'test', everyMs, run, onError: (error) => void errors.push(error) })
  jobs.push(job)
  return { job, errors }
}

test('runs repeatedly, one run at a time', async () => {
  let runs = 0
  let concurrent = 0
  let mostConcurrent = 0
  const { job } = start(async () => {
    mostConcurrent = Math.max(mostConcurrent, ++concurrent)
    await sleep(5)
    concurrent--
    runs++
    return false
  }, 5)
  for (let wakes = 0; wakes < 20; wakes++) job.wake()
  await expect.poll(() => runs).toBeGreaterThan(3)
  expect(mostConcurrent).toBe(1)
})

test('continues at once while there is more, and then waits', async () => {
  let left = 5
  let runs = 0
  const { job } = start(async () => {
    runs++
    return --left > 0
  }, 60_000)
  job.wake()
  await expect.poll(() => left).toBe(0)
  await sleep(50)
  expect(runs).toBe(5)
})

test('a wake during a run is not lost', async () => {
  let runs = 0
  const { job } = start(async () => {
    if (++runs === 1) job.wake()
    await sleep(10)
    return false
  }, 60_000)
  job.wake()
  await expect.poll(() => runs).toBe(2)
})

test('a failed run is reported and repeated later', async () => {
  let runs = 0
  const { errors } = start(async () => {
    if (++runs < 3) throw new Error('the database is away')
    return false
  }, 10)
  await expect.poll(() => runs, { timeout: 20_000 }).toBeGreaterThanOrEqual(3)
  expect(errors).toHaveLength(2)
})

test('closing aborts the present run, waits for it and starts no other', async () => {
  let ended = false
  let runs = 0
  const { job } = start(async (signal) => {
    runs++
    await sleep(60_000, undefined, { signal }).catch(() => {})
    await sleep(20)
    ended = true
    return true
  }, 60_000)
  job.wake()
  await expect.poll(() => runs).toBe(1)
  await job.close()
  expect([ended, runs]).toEqual([true, 1])
  job.wake()
  await sleep(20)
  expect(runs).toBe(1)
})

test('jobs begin one after the other; one that waits for a service does not stop the others', async () => {
  let [running, mostRunning, runs] = [0, 0, 0]
  const count = async () => {
    mostRunning = Math.max(mostRunning, ++running)
    await sleep(5)
    running--
    runs++
    return false
  }
  for (let number = 0; number < 10; number++) start(count, 60_000).job.wake()
  await expect.poll(() => runs).toBe(10)
  expect(mostRunning).toBe(1)

  let hangs = false
  start(async (signal) => {
    hangs = true
    await sleep(60_000, undefined, { signal }).catch(() => {})
    return false
  }, 60_000).job.wake()
  await expect.poll(() => hangs).toBe(true)
  start(count, 60_000).job.wake()
  await expect.poll(() => runs, { timeout: 20_000 }).toBe(11)
})
