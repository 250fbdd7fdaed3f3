import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isUnchanged } from '../http/etag.ts'
import { pickEncoding, readyResponse } from './ready-response.ts'

describe('pickEncoding', () => {
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['BR', 'br'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['gzip;q=nonsense', 'identity'],
    ['zstd', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
  ])('%j takes %s', (accepted, encoding) => {
    expect(pickEncoding(accepted)).toBe(encoding)
  })
})

describe('readyResponse', () => {
  const html = '<p>Füße</p>'.repeat(100)
  const response = (status: number, body: string) => readyResponse({ status, headers: {}, body })
  const page = response(200, html)

  test('every encoding has the same document', async () => {
    expect(brotliDecompressSync(await page.bytes('br')).toString()).toBe(html)
    expect(gunzipSync(await page.bytes('gzip')).toString()).toBe(html)
    expect((await page.bytes('identity')).toString()).toBe(html)
    const once = response(200, html)
    expect(brotliDecompressSync(await once.bytes('br', { once: true })).toString()).toBe(html)
    expect(once.ready('br')).toBeUndefined()
    expect(await once.bytes('br')).toEqual(await page.bytes('br'))
    expect((await once.bytes('identity')).toString()).toBe(html)
    expect(page.length).toBe(Buffer.byteLength(html))
  })

  test('compressed bytes keep no memory but their own: so caches are as large as they count', async () => {
    for (const body of [html, `${Array.from({ length: 9_000 }, (_, at) => at * at)}`]) {
      const kept = [await response(200, body).bytes('br', { once: true })]
      for (const encoding of ['br', 'gzip'] as const) kept.push(await response(200, body).bytes(encoding))
      expect(kept.map((bytes) => bytes.buffer.byteLength)).toEqual(kept.map((bytes) => bytes.length))
    }
  })

  test('validators are weak and differ by content only', () => {
    expect(page.etag).toMatch(/^W\/"[\w-]{27}"$/)
    expect(response(404, html).etag).toBe(page.etag)
    expect(response(200, `${html} `).etag).not.toBe(page.etag)
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
