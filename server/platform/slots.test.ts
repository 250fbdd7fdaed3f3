import { expect, test } from 'vitest'
import { createSlots } from './slots.ts'

test('work that would wait for too long is refused, in turn the rest is done, and no place is lost', async () => {
  const slots = createSlots({ atOnce: 1, patienceMs: 30 })
  const first = Promise.withResolvers<string>()
  const working = slots.run(() => first.promise)
  const begun: string[] = []
  await expect(slots.run(async () => begun.push('too late'))).rejects.toMatchObject({ status: 503, code: 'busy' })
  const inLine = ['second', 'third'].map((name) => slots.run(async () => begun.push(name)))
  first.resolve('first')
  expect(await working).toBe('first')
  await Promise.all(inLine)
  await slots.run(async () => begun.push('fourth'))
  expect(begun).toEqual(['second', 'third', 'fourth'])
})

test('work that fails gives its place to the next', async () => {
  const slots = createSlots({ atOnce: 1 })
  const failing = slots.run(() => Promise.reject(new Error('as asked')))
  const next = slots.run(async () => 'done')
  await expect(failing).rejects.toThrow('as asked')
  expect(await next).toBe('done')
})

test('who finds the line full is refused at once', async () => {
  const slots = createSlots({ atOnce: 1, maxWaiting: 1 })
  const first = Promise.withResolvers<string>()
  const working = slots.run(() => first.promise)
  const waiting = slots.run(async () => 'second')
  await expect(slots.run(async () => 'third')).rejects.toMatchObject({ status: 503, code: 'busy' })
  first.resolve('first')
  expect(await Promise.all([working, waiting])).toEqual(['first', 'second'])
})
