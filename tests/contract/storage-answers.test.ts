import { afterAll, beforeAll, expect, test } from 'vitest'
import { serviceKey } from '../support/storage.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

// What other clients than storage-js look at.
let market: TestApp
let authorization: string
beforeAll(async () => {
  market = await createTestApp()
  authorization = `Bearer ${await serviceKey(market)}`
  await send('POST', '/bucket', { id: 'papers', name: 'papers', public: true })
  await send('POST', '/object/papers/a', { a: 1 })
})
afterAll(() => market.close())

function send(method: 'GET' | 'HEAD' | 'POST' | 'DELETE', path: string, payload?: object) {
  return market.app.inject({
    method,
    url: `/storage/v1${path}`,
    headers: { authorization },
    ...(payload && { payload }),
  })
}

test('signed addresses: supabase-py sends the seconds as text', async () => {
  const signed = await send('POST', '/object/sign/papers/a', { expiresIn: '60' })
  const token = signed.json().signedURL.split('token=')[1].split('.')[1]
  const { exp } = JSON.parse(Buffer.from(token, 'base64url').toString())
  expect(Math.abs(exp - Date.now() / 1000 - 60)).toBeLessThan(30)
  const many = await send('POST', '/object/sign/papers', { expiresIn: '60', paths: ['a'] })
  expect(many.json()).toMatchObject([{ path: 'a', signedURL: expect.any(String) }])
  for (const expiresIn of ['', '0', '-1', '1.5', '60s', '1e3', ' 60', '99999999999', true, null])
    expect((await send('POST', '/object/sign/papers/a', { expiresIn })).json()).toMatchObject({ statusCode: '400' })
})

test('info by GET and HEAD has ETag and Last-Modified, those of the bytes', async () => {
  const bytes = await send('GET', '/object/public/papers/a')
  for (const method of ['GET', 'HEAD'] as const)
    for (const path of [
      '/object/info/papers/a',
      '/object/info/authenticated/papers/a',
      '/object/info/public/papers/a',
    ]) {
      const { statusCode, headers, body } = await send(method, path)
      expect([statusCode, headers.etag, headers['last-modified']]).toEqual([
        ...[200, bytes.headers.etag, bytes.headers['last-modified']],
      ])
      if (method === 'GET') expect(JSON.parse(body)).toMatchObject({ name: 'a', etag: headers.etag })
    }
  expect(bytes.headers.etag).toMatch(/^"[0-9a-f]{32}"$/)
})

test('a bucket that is not empty is not deleted, and the error names the reason', async () => {
  expect((await send('DELETE', '/bucket/papers')).json()).toMatchObject({
    ...{ statusCode: '409', error: 'ResourceNotEmpty', code: 'ResourceNotEmpty' },
  })
})
