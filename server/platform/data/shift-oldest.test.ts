import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { type ByteCache, createByteCache } from '../fast-path/byte-cache.ts'
import { type Cache, createCache } from './cache.ts'
import { shiftOldest } from './shift-oldest.ts'

/** Returns once what nothing refers to has been collected. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect: NodeJS.GCFunction = runInNewContext('gc')
  setFlagsFromString('--no-expose-gc')
  // A weak reference keeps what it refers to until the turn in which it was made or read ends.
  await setImmediate()
  collect()
}

const countAlive = (values: readonly WeakRef<object>[]) => values.filter((value) => value.deref()).length

/** Puts 500 values into both caches, and drops them; returns weak references to them. */
async function fillAndClear(cache: Cache<object>, bytes: ByteCache<object>): Promise<WeakRef<object>[]> {
  const given: WeakRef<object>[] = []
  const give = () => {
    const value = {}
    given.push(new WeakRef(value))
    return value
  }
  for (let at = 0; at < 500; at++) {
    await cache.get(`${at}`, async () => give())
    bytes.set(`${at}`, give(), 1)
  }
  cache.clear()
  bytes.deleteWhere(() => true)
  return given
}

test('values that have been dropped are not kept, whether a cache has been full or not', async () => {
  for (const maxEntries of [100, 1_000]) {
    const cache = createCache<object>({ name: 'test', maxEntries, maxAgeMs: 60_000 })
    const bytes = createByteCache<object>({ name: 'test', maxBytes: maxEntries })
    const given = await fillAndClear(cache, bytes)
    await collectGarbage()
    // The engine may have the last ones in its registers.
    expect(countAlive(given)).toBeLessThan(5)
    // The caches live on, with what they need to drop the oldest.
    expect(await cache.get('next', async () => ({ next: 1 }))).toEqual({ next: 1 })
    expect(bytes.get('0')).toBeUndefined()
  }
})

test('what has been set the longest ago is removed, whatever was removed, set again or collected in between', async () => {
  const map = new Map<number, string>()
  const shift = shiftOldest(map)
  const shifted: (string | undefined)[] = []
  for (let at = 0; at < 300; at++) map.set(at, `v${at}`)
  for (let at = 0; at < 100; at++) shifted.push(shift())
  await collectGarbage()
  for (let at = 100; at < 250; at += 2) map.delete(at)
  map.set(0, 'again')
  shifted.push(shift(), shift())
  map.clear()
  shifted.push(shift())
  map.set(7, 'last')
  shifted.push(shift(), shift())
  expect(shifted).toEqual([
    ...Array.from({ length: 100 }, (_, at) => `v${at}`),
    'v101',
    'v103',
    undefined,
    'last',
    undefined,
  ])
})
