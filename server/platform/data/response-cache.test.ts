import { expect, test } from 'vitest'
import { readyResponse } from './ready-response.ts'
import { createResponseCache } from './response-cache.ts'

const MIB = 2 ** 20

/** A cache whose responses depend on words, and whose changes touch a word. */
function wordCache({ maxBytes = MIB, maxAgeMs = 1_000 } = {}) {
  let time = 0
  const cache = createResponseCache<string[], string>({
    name: 'test',
    maxBytes,
    maxAgeMs: () => maxAgeMs,
    touches: (word, words) => words.includes(word),
    now: () => time,
  })
  const pass = (ms: number) => {
    time += ms
  }
  return { cache, pass }
}

const response = (body: string, status = 200) => readyResponse({ status, headers: {}, body })
const loaded = (body: string, dependsOn: string[] | undefined = []) => ({ response: response(body), dependsOn })
const text = async (ready: Promise<ReturnType<typeof response>>) => String((await ready).ready('identity'))

/** A load that ends when it is told to. */
function heldLoad(dependsOn: string[] | undefined = []) {
  let loads = 0
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return {
    load: async () => {
      loads++
      return loaded(await promise, dependsOn)
    },
    end: resolve,
    fail: reject,
    loads: () => loads,
  }
}

// catches: many-renders
test('concurrent callers wait for one load', async () => {
  const { cache } = wordCache()
  const { load, end, loads } = heldLoad()
  const all = [1, 2, 3].map(() => text(cache.get('/a', load)))
  end('once')
  expect(await Promise.all(all)).toEqual(['once', 'once', 'once'])
  expect(loads()).toBe(1)
})

test('a kept response is returned at once, and each encoding is made once', async () => {
  const { cache } = wordCache()
  expect(cache.peek('/a')).toBeUndefined()
  const first = await cache.get('/a', async () => loaded('kept'))
  expect(cache.peek('/a')).toBe(first)
  expect(first.ready('br')).toBeUndefined()
  const compressed = await Promise.all([first.bytes('br'), first.bytes('br')])
  expect(compressed[0]).toBe(compressed[1])
  expect(cache.peek('/a')?.ready('br')).toBe(compressed[0])
})

test('a change drops what depends on it, and nothing else', async () => {
  const { cache } = wordCache()
  await cache.get('/a', async () => loaded('a', ['lamp']))
  await cache.get('/b', async () => loaded('b', ['kettle']))
  cache.invalidate('lamp')
  expect(cache.peek('/a')).toBeUndefined()
  expect(cache.peek('/b')).toBeDefined()
})

// catches: kept-though-changed
test('a response that was loading when a change touched it is never kept', async () => {
  const { cache } = wordCache()
  const { load, end } = heldLoad(['lamp'])
  const before = text(cache.get('/a', load))
  cache.invalidate('lamp')
  end('from before the change')
  expect(await before).toBe('from before the change')
  expect(cache.peek('/a')).toBeUndefined()
})

test('a response that was loading when something else changed is kept', async () => {
  const { cache } = wordCache()
  const { load, end } = heldLoad(['lamp'])
  const before = text(cache.get('/a', load))
  cache.invalidate('kettle')
  end('lamp')
  await before
  expect(cache.peek('/a')).toBeDefined()
})

// catches: joined-though-changed
test('whoever asks after a change does not get what was loading before it', async () => {
  const { cache } = wordCache()
  const { load, end } = heldLoad(['lamp'])
  const before = text(cache.get('/a', load))
  cache.invalidate('lamp')
  const after = text(cache.get('/a', async () => loaded('new', ['lamp'])))
  end('old')
  expect([await before, await after]).toEqual(['old', 'new'])
})

test('whoever asks after a change is not affected by the failure of an earlier load', async () => {
  const { cache } = wordCache()
  const { load, fail } = heldLoad()
  const before = cache.get('/a', load)
  cache.invalidate('lamp')
  const after = text(cache.get('/a', async () => loaded('new')))
  fail(new Error('away'))
  await expect(before).rejects.toThrow('away')
  expect(await after).toBe('new')
})

test('failures, and responses without a dependence, are not kept', async () => {
  const { cache } = wordCache()
  await expect(cache.get('/a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  await cache.get('/a', async () => ({ response: response('busy', 503), dependsOn: undefined }))
  expect(await text(cache.get('/a', async () => loaded('back')))).toBe('back')
})

test('a response is not used after its time; shortly before, one caller loads it again while it is used', async () => {
  const { cache, pass } = wordCache({ maxAgeMs: 1_000 })
  await cache.get('/a', async () => loaded('old'))
  pass(899)
  expect(cache.peek('/a')).toBeDefined()
  pass(1)
  expect(cache.peek('/a')).toBeUndefined()
  const { load, end, loads } = heldLoad()
  expect(await text(cache.get('/a', load))).toBe('old')
  expect(await text(cache.get('/a', load))).toBe('old')
  expect(String(cache.peek('/a')?.ready('identity'))).toBe('old')
  end('new')
  await expect.poll(() => String(cache.peek('/a')?.ready('identity'))).toBe('new')
  expect(loads()).toBe(1)
  pass(1_000)
  expect(cache.peek('/a')).toBeUndefined()
  expect(await text(cache.get('/a', async () => loaded('newest')))).toBe('newest')
})

test('the bytes of all encodings are bounded; the least recently used go first', async () => {
  const { cache } = wordCache({ maxBytes: MIB })
  const body = 'x'.repeat(100_000)
  for (let index = 0; index < 10; index++) await cache.get(`/${index}`, async () => loaded(body))
  expect(cache.bytes).toBeLessThanOrEqual(MIB)
  expect(cache.peek('/0')).toBeDefined()
  await cache.get('/10', async () => loaded(body))
  expect(cache.peek('/0')).toBeDefined()
  expect(cache.peek('/1')).toBeUndefined()
  // Compressed, it takes less space, until it is sent as it is as well.
  const before = cache.bytes
  await cache.peek('/0')?.bytes('gzip')
  expect(cache.bytes).toBeLessThan(before)
  expect((await cache.peek('/0')?.bytes('identity'))?.toString()).toBe(body)
  expect(cache.bytes).toBeGreaterThan(before)
  expect(cache.bytes).toBeLessThanOrEqual(MIB)
  cache.invalidate('nothing')
  await cache.get('/large', async () => loaded('x'.repeat(MIB / 4)))
  expect(cache.peek('/large')).toBeUndefined()
})

test('a crowd of addresses does not push out the others', async () => {
  const { cache } = wordCache({ maxBytes: MIB })
  const body = 'x'.repeat(10_000)
  await cache.get('/', async () => loaded(body))
  for (let index = 0; index < 1_000; index++)
    await cache.get(`/search?q=${index}`, async () => loaded(body), { crowd: true })
  expect(cache.peek('/')).toBeDefined()
  expect(cache.peek('/search?q=999')).toBeDefined()
  expect(cache.bytes).toBeLessThan(MIB / 2)
})
