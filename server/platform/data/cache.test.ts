import { expect, test } from 'vitest'
import { createCache } from './cache.ts'

function clock() {
  let time = 0
  return {
    now: () => time,
    pass: (ms: number) => {
      time += ms
    },
  }
}

// catches: many-flights
test('one load per key: concurrent callers wait for the same load', async () => {
  const cache = createCache<number>({ name: 'test', maxEntries: 10, maxAgeMs: 1000 })
  let loads = 0
  const load = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return ++loads
  }
  expect(await Promise.all([cache.get('a', load), cache.get('a', load), cache.get('a', load)])).toEqual([1, 1, 1])
})

test('an entry is not returned after its maximum age', async () => {
  const { now, pass } = clock()
  const cache = createCache<string>({ name: 'test', maxEntries: 10, maxAgeMs: 1000, now })
  await cache.get('a', async () => 'old')
  pass(999)
  expect(await cache.get('a', async () => 'new')).toBe('old')
  pass(1)
  expect(await cache.get('a', async () => 'new')).toBe('new')
})

test('the least recently used entry is evicted', async () => {
  const cache = createCache<string>({ name: 'test', maxEntries: 2, maxAgeMs: 1000 })
  const load = (value: string) => async () => value
  await cache.get('a', load('a1'))
  await cache.get('b', load('b1'))
  await cache.get('a', load('a2'))
  await cache.get('c', load('c1'))
  expect(await cache.get('a', load('a3'))).toBe('a1')
  expect(await cache.get('b', load('b2'))).toBe('b2')
})

test('failures are not kept', async () => {
  const cache = createCache<string>({ name: 'test', maxEntries: 2, maxAgeMs: 1000 })
  await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await cache.get('a', async () => 'back')).toBe('back')
})

test('a value that is invalidated while it loads is not kept', async () => {
  const cache = createCache<string>({ name: 'test', maxEntries: 2, maxAgeMs: 1000 })
  let finish = (_: string) => {}
  const stale = cache.get(
    'a',
    () =>
      new Promise<string>((resolve) => {
        finish = resolve
      }),
  )
  await Promise.resolve()
  cache.drop('a')
  finish('before the change')
  await stale
  expect(await cache.get('a', async () => 'after the change')).toBe('after the change')
})
