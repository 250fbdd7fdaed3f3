import { expect, test } from 'vitest'
import { createSlots } from './slots.ts'

test('a task that waits too long is refused, the others run in order, and no slot is lost', async () => {
  const slots = createSlots({ atOnce: 1, queueTimeoutMs: 30 })
  const first = Promise.withResolvers<string>()
  const working = slots.run(() => first.promise)
  const started: string[] = []
  await expect(slots.run(async () => started.push('too late'))).rejects.toMatchObject({ status: 503, code: 'busy' })
  const queued = ['second', 'third'].map((name) => slots.run(async () => started.push(name)))
  first.resolve('first')
  expect(await working).toBe('first')
  await Promise.all(queued)
  await slots.run(async () => started.push('fourth'))
  expect(started).toEqual(['second', 'third', 'fourth'])
})

test('a task that fails frees its slot', async () => {
  const slots = createSlots({ atOnce: 1 })
  const failing = slots.run(() => Promise.reject(new Error('expected')))
  const next = slots.run(async () => 'done')
  await expect(failing).rejects.toThrow('expected')
  expect(await next).toBe('done')
})

test('a full queue refuses at once', async () => {
  const slots = createSlots({ atOnce: 1, maxWaiting: 1 })
  const first = Promise.withResolvers<string>()
  const working = slots.run(() => first.promise)
  const waiting = slots.run(async () => 'second')
  await expect(slots.run(async () => 'third')).rejects.toMatchObject({ status: 503, code: 'busy' })
  first.resolve('first')
  expect(await Promise.all([working, waiting])).toEqual(['first', 'second'])
})
