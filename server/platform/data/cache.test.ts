import { expect, test, vi } from 'vitest'
import { Cache, EVERYTHING } from './cache.ts'

// catches: many-flights
test('one load per key: concurrent callers wait for the same load', async () => {
  const cache = new Cache<number>({ name: 'test', maxEntries: 10, maxAgeMs: 1000 })
  let loads = 0
  const load = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return ++loads
  }
  expect(await Promise.all([cache.get('a', load), cache.get('a', load), cache.get('a', load)])).toEqual([1, 1, 1])
})

test('an entry is not returned after its maximum age', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const cache = new Cache<string>({ name: 'test', maxEntries: 10, maxAgeMs: 1000 })
  await cache.get('a', async () => 'old')
  vi.advanceTimersByTime(999)
  expect(await cache.get('a', async () => 'new')).toBe('old')
  vi.advanceTimersByTime(1)
  expect(await cache.get('a', async () => 'new')).toBe('new')
  // The clock was wrong.
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(await cache.get('a', async () => 'newer')).toBe('newer')
  vi.useRealTimers()
})

test('the least recently used entry is evicted', async () => {
  const cache = new Cache<string>({ name: 'test', maxEntries: 2, maxAgeMs: 1000 })
  const load = (value: string) => async () => value
  await cache.get('a', load('a1'))
  await cache.get('b', load('b1'))
  await cache.get('a', load('a2'))
  await cache.get('c', load('c1'))
  expect(await cache.get('a', load('a3'))).toBe('a1')
  expect(await cache.get('b', load('b2'))).toBe('b2')
})

test('failures are not cached', async () => {
  const cache = new Cache<string>({ name: 'test', maxEntries: 2, maxAgeMs: 1000 })
  await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await cache.get('a', async () => 'back')).toBe('back')
})

test('a value that is invalidated while it loads is not cached', async () => {
  const cache = new Cache<string>({ name: 'test', maxEntries: 2, maxAgeMs: 1000 })
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

/** A cache of words; each is its own tag. */
function wordCache(maxBytes = 1_000_000) {
  return new Cache<string>({
    name: 'test',
    maxBytes,
    bytesOf: (word) => word.length,
    maxAgeMs: 1_000,
    tagsOf: (word) => (word === '' ? undefined : new Set([word.slice(0, 6)])),
  })
}

test('a change invalidates what depends on it and nothing else; a change of everything invalidates all', async () => {
  const cache = wordCache()
  await cache.get('/a', async () => 'lamp')
  await cache.get('/b', async () => 'kettle')
  cache.invalidate(new Set(['lamp', 'other']))
  expect([cache.peek('/a'), cache.peek('/b')]).toEqual([undefined, 'kettle'])
  cache.invalidate(new Set([EVERYTHING]))
  expect(cache.peek('/b')).toBeUndefined()
})

// catches: kept-though-changed
test('a value that is loading during a change is not cached, and later callers do not get it', async () => {
  const cache = wordCache()
  const [old, failing] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const before = cache.get('/a', () => old.promise)
  const failed = cache.get('/b', () => failing.promise)
  cache.invalidate(new Set(['lamp']))
  const after = ['/a', '/b'].map((key) => cache.get(key, async () => 'new'))
  old.resolve('old')
  failing.reject(new Error('away'))
  expect([await before, ...(await Promise.all(after))]).toEqual(['old', 'new', 'new'])
  await expect(failed).rejects.toThrow('away')
  expect([cache.peek('/a'), cache.peek('/b')]).toEqual(['new', 'new'])
})

test('a change also invalidates a load that begins while an older one of the same key ends', async () => {
  const cache = wordCache()
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const before = cache.get('/a', () => first.promise)
  cache.drop('/a')
  const after = cache.get('/a', () => second.promise)
  first.resolve('first')
  await before
  cache.invalidate(new Set(['other']))
  second.resolve('second')
  expect(await after).toBe('second')
  expect(cache.peek('/a')).toBeUndefined()
})

test('a value without tags is not cached', async () => {
  const cache = wordCache()
  expect(await cache.get('/a', async () => '')).toBe('')
  expect(cache.peek('/a')).toBeUndefined()
})

test('bytes are bounded: the least recently used are evicted first, and one value takes an eighth at most', async () => {
  const cache = wordCache(100_000)
  const load = async () => 'x'.repeat(9_000)
  for (let index = 0; index < 10; index++) await cache.get(`/${index}`, load)
  expect(cache.peek('/0')).toBeDefined()
  await cache.get('/10', load)
  expect([cache.peek('/0') === undefined, cache.peek('/1')]).toEqual([false, undefined])
  expect(cache.bytes).toBeLessThanOrEqual(100_000)
  expect(await cache.get('/large', async () => 'x'.repeat(20_000))).toHaveLength(20_000)
  expect(cache.peek('/large')).toBeUndefined()
  const none = wordCache(0)
  await none.get('/a', load)
  expect(none.peek('/a')).toBeUndefined()
})
