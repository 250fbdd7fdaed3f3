import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type Job, startJob } from './jobs.ts'

let jobs: Job[] = []
afterEach(async () => {
  await Promise.all(jobs.map((job) => job.close()))
  jobs = []
})

function start(turn: (signal: AbortSignal) => Promise<boolean>, everyMs: number) {
  const errors: unknown[] = []
  const job = startJob({ name: 'test', everyMs, turn, onError: (error) => void errors.push(error) })
  jobs.push(job)
  return { job, errors }
}

test('works again and again, one turn at a time', async () => {
  let turns = 0
  let atOnce = 0
  let mostAtOnce = 0
  const { job } = start(async () => {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce)
    await sleep(5)
    atOnce--
    turns++
    return false
  }, 5)
  for (let wakes = 0; wakes < 20; wakes++) job.wake()
  await expect.poll(() => turns).toBeGreaterThan(3)
  expect(mostAtOnce).toBe(1)
})

test('goes on at once while there is more, and then waits', async () => {
  let left = 5
  let turns = 0
  const { job } = start(async () => {
    turns++
    return --left > 0
  }, 60_000)
  job.wake()
  await expect.poll(() => left).toBe(0)
  await sleep(50)
  expect(turns).toBe(5)
})

test('a wake during a turn is not lost', async () => {
  let turns = 0
  const { job } = start(async () => {
    if (++turns === 1) job.wake()
    await sleep(10)
    return false
  }, 60_000)
  job.wake()
  await expect.poll(() => turns).toBe(2)
})

test('a turn that fails is told and tried again, later', async () => {
  let turns = 0
  const { errors } = start(async () => {
    if (++turns < 3) throw new Error('the database is away')
    return false
  }, 10)
  await expect.poll(() => turns, { timeout: 20_000 }).toBeGreaterThanOrEqual(3)
  expect(errors).toHaveLength(2)
})

test('closing tells the running turn, waits for it and starts no other', async () => {
  let ended = false
  let turns = 0
  const { job } = start(async (signal) => {
    turns++
    await sleep(60_000, undefined, { signal }).catch(() => {})
    await sleep(20)
    ended = true
    return true
  }, 60_000)
  job.wake()
  await expect.poll(() => turns).toBe(1)
  await job.close()
  expect([ended, turns]).toEqual([true, 1])
  job.wake()
  await sleep(20)
  expect(turns).toBe(1)
})
