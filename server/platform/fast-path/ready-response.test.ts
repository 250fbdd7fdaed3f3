import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { Cache } from '../data/cache.ts'
import { isUnchanged } from '../http/etag.ts'
import { type ReadyResponse, readyResponse, sendStored } from './ready-response.ts'

const HTML = '<p>Füße</p>'.repeat(1_000)
const page = (body: string, status = 200) => readyResponse({ status, headers: {}, body, tags: new Set() })

function serve(body: string) {
  const cache = new Cache<ReadyResponse>({ name: 'test', maxEntries: 10, maxAgeMs: 1_000 })
  const fastPath = { remember() {} }
  const app = Fastify()
  app.get('/', (request, reply) =>
    sendStored(request, reply, { cache, key: '', load: async () => page(body), fastPath }),
  )
  return (encoding?: string) =>
    app.inject({ url: '/', headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })
}

describe('the encoding', () => {
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['BR', 'br'],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['gzip;q=nonsense', undefined],
    ['zstd', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('for %j is %s, with the same document', async (accepted, encoding) => {
    const send = serve(HTML)
    for (const _time of ['first', 'again']) {
      const { headers, rawPayload } = await send(accepted)
      expect([headers['content-encoding'], headers.vary]).toEqual([encoding, 'accept-encoding'])
      const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''] ?? ((bytes: Buffer) => bytes)
      expect(decode(rawPayload).toString()).toBe(HTML)
    }
  })

  test('validators are weak and differ by content only', async () => {
    const { etag } = page(HTML)
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/)
    expect(page(HTML, 404).etag).toBe(etag)
    expect(page(`${HTML} `).etag).not.toBe(etag)
  })
})

describe('isUnchanged', () => {
  test.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
    [undefined, false],
  ])('If-None-Match %j against "a": %s', (header, unchanged) => {
    expect(isUnchanged(header, '"a"')).toBe(unchanged)
  })
})
