import { expect, test, vi } from 'vitest'
import { openForTests } from '../support/open-for-tests.ts'
import { serviceKey } from '../support/storage.ts'

// Properties of responses that clients other than storage-js use.
const market = await openForTests()
const authorization: string = `Bearer ${await serviceKey(market)}`
await send('POST', '/bucket', { id: 'papers', name: 'papers', public: true })
// Repeated, as a busy server may refuse it.
await vi.waitFor(async () => {
  expect((await send('POST', '/object/papers/a', { a: 1 }, { 'x-upsert': 'true' })).statusCode).toBe(200)
}, 20_000)

function send(
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object | string,
  headers: Record<string, string> = {},
) {
  return market.app.inject({
    method,
    url: `/storage/v1${path}`,
    headers: { authorization, ...headers },
    ...(payload && { payload }),
  })
}

test('signed addresses accept the seconds as text, as supabase-py sends them', async () => {
  const signed = await send('POST', '/object/sign/papers/a', { expiresIn: '60' })
  const token = signed.json().signedURL.split('token=')[1].split('.')[1]
  const { exp } = JSON.parse(Buffer.from(token, 'base64url').toString())
  expect(Math.abs(exp - Date.now() / 1000 - 60)).toBeLessThan(30)
  const many = await send('POST', '/object/sign/papers', { expiresIn: '60', paths: ['a'] })
  expect(many.json()).toMatchObject([{ path: 'a', signedURL: expect.any(String) }])
  for (const expiresIn of ['', '0', '-1', '1.5', '60s', '1e3', ' 60', '99999999999', true, null])
    expect((await send('POST', '/object/sign/papers/a', { expiresIn })).json()).toMatchObject({ statusCode: '400' })
})

test('info has the ETag and Last-Modified of the file, by GET and HEAD', async () => {
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

test('a client that resumes another version of a file gets no bytes of the current one', async () => {
  const { etag, 'last-modified': modified } = (await send('GET', '/object/public/papers/a')).headers
  const [tag, date] = [String(etag), String(modified)]
  const before = new Date(Date.parse(date) - 1_000).toUTCString()
  for (const path of ['/object/public/papers/a', '/object/papers/a', '/object/authenticated/papers/a'])
    for (const [status, condition] of [
      [206, { 'if-match': tag }],
      [206, { 'if-match': `"other", ${tag}` }],
      [206, { 'if-match': '*' }],
      [206, { 'if-unmodified-since': date }],
      // The tag decides; the date is ignored.
      [206, { 'if-match': tag, 'if-unmodified-since': before }],
      [206, { 'if-unmodified-since': 'no date' }],
      [412, { 'if-match': '"other"' }],
      [412, { 'if-match': `W/${tag}` }],
      [412, { 'if-unmodified-since': before }],
    ] as const) {
      const response = await send('GET', path, undefined, { range: 'bytes=1-2', ...condition })
      expect([path, condition, response.statusCode]).toEqual([path, condition, status])
      expect(response.body).toBe(status === 206 ? '"a' : '')
    }
  expect((await send('HEAD', '/object/public/papers/a', undefined, { 'if-match': '"other"' })).statusCode).toBe(412)
})

test('features of newer clients that are not offered are refused, not ignored, and change nothing', async () => {
  const move = { bucketId: 'papers', sourceKey: 'a', destinationKey: 'b' }
  const version = 'b61c50ef-df23-4a59-b5a8-45ae5082eadf'
  const boundary = { 'content-type': 'multipart/form-data; boundary=x' }
  const form = ['Content-Disposition: form-data; name="contentEncoding"\r\n\r\ngzip']
  form.push('Content-Disposition: form-data; name=""; filename="c"\r\n\r\nabc')
  const sent = `${form.map((part) => `--x\r\n${part}\r\n`).join('')}--x--`
  for (const [what, request] of [
    ['body/versioning_status', send('POST', '/bucket', { name: 'versions', versioning_status: 'ENABLED' })],
    ['body/versioning_status', send('PUT', '/bucket/papers', { public: false, versioning_status: 'SUSPENDED' })],
    ['body/type', send('POST', '/bucket', { name: 'analytics', type: 'ANALYTICS' })],
    ['body/noncurrentVersions', send('POST', '/object/list/papers', { noncurrentVersions: 'only' })],
    ['body/deleteMarkers', send('POST', '/object/list-v2/papers', { deleteMarkers: 'only' })],
    ['body/exactMatch', send('POST', '/object/list-v2/papers', { prefix: 'a', exactMatch: true })],
    ['body/sourceVersionId', send('POST', '/object/move', { ...move, sourceVersionId: version })],
    ['body/sourceVersionId', send('POST', '/object/copy', { ...move, sourceVersionId: version })],
    ['body/metadata/contentEncoding', send('POST', '/object/copy', { ...move, metadata: { contentEncoding: 'gzip' } })],
    ['body/transform', send('POST', '/object/sign/papers/a', { expiresIn: 60, transform: { width: 100 } })],
    ['querystring/versionId', send('GET', `/object/papers/a?versionId=${version}`)],
    ['querystring/versionId', send('GET', `/object/public/papers/a?versionId=${version}`)],
    ['querystring/versionId', send('GET', `/object/info/papers/a?versionId=${version}`)],
    ['body/contentEncoding', send('POST', '/object/papers/c', sent, boundary)],
  ] as const)
    expect((await request).json()).toMatchObject({ code: 'InvalidRequest', message: `${what} is not offered` })
  const unknown = await send('POST', '/object/papers/c', 'abc', {
    'content-encoding': 'x',
    'content-type': 'text/plain',
  })
  expect(unknown.json()).toMatchObject({ message: 'headers/content-encoding x is not supported' })
  const listed = await send('POST', '/object/list/papers', { noncurrentVersions: 'include', deleteMarkers: 'exclude' })
  expect(listed.json().map(({ name }: { name: string }) => name)).toEqual(['a'])
  const buckets = (await send('GET', '/bucket')).json<{ name: string; public: boolean }[]>()
  expect(buckets.map(({ name }) => name)).toEqual(['documents', 'market', 'papers', 'products', 'users'])
  expect(buckets[2]?.public).toBe(true)
  expect(
    (await send('POST', '/bucket', { name: 'plain', type: 'STANDARD', versioning_status: 'DISABLED' })).json(),
  ).toEqual({
    name: 'plain',
  })
})
