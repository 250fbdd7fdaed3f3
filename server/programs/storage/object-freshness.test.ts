import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { signUp } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { openBeside, openForTests } from '../../../tests/support/open-for-tests.ts'
import { createProduct, drawPng, sendProduct, wellFilled } from '../../../tests/support/product-form.ts'
import { picture, serviceHeaders } from '../../../tests/support/storage.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'
import type { Channels } from '../../platform/data/channels.ts'
import type { Metrics } from '../../platform/observe/metrics.ts'
import { createObjectFreshness } from './object-freshness.ts'

// Two processes on one database. Both cache a picture, which is changed through the first.

let reached = 0
const watch: Metrics['watch'] = (app) => void app.addHook('onRequest', async () => void reached++)
const metrics = { watch, countRequest() {}, read: async () => '', contentType: '', close() {} }
const first = await openForTests({ deps: { metrics } })
const second = await openBeside(first, { config: first.config, deps: { metrics } })
for (const { app } of [first, second]) await app.listen({ port: 0, host: '127.0.0.1' })
const seller = await signUp(first, { role: 'seller' })
const service = await serviceHeaders(first)

interface Answer {
  status: number | undefined
  etag: string | undefined
}

async function ask({ app }: TestApp, path: string): Promise<Answer & { isFast: boolean }> {
  const before = reached
  const { port } = app.server.address() as AddressInfo
  const [response] = (await once(get({ port, host: '127.0.0.1', path, agent: false }), 'response')) as [IncomingMessage]
  await response.toArray()
  return { status: response.statusCode, etag: response.headers.etag, isFast: reached === before }
}

/** Resolves once a process sends this address from memory. */
const untilCached = (market: TestApp, path: string) =>
  vi.waitFor(
    async () => {
      const answer = await ask(market, path)
      expect(answer).toMatchObject({ status: 200, isFast: true })
      return answer
    },
    { timeout: 60_000, interval: 20 },
  )

const put = async (path: string, background: string) => {
  const payload = await picture('webp', { background })
  const headers = { ...service, 'content-type': 'image/webp' }
  const { statusCode } = await first.app.inject({ method: 'PUT', url: `/storage/v1/object/${path}`, headers, payload })
  expect(statusCode).toBe(200)
}
const send = async (method: 'DELETE' | 'POST' | 'PUT', url: string, payload: object = {}) => {
  const { statusCode } = await first.app.inject({ method, url: `/storage/v1${url}`, headers: service, payload })
  expect(statusCode).toBe(200)
}

// catches: picture-kept-though-changed
test('a picture that is changed while it is read is not cached', () => {
  let changed = (_prefix: string) => {}
  const channels: Channels = {
    connected: true,
    subscribe: (_channel, { onMessage }) => {
      changed = onMessage
    },
    lock() {},
    unlock() {},
    start() {},
    close: async () => {},
  }
  const pictures = createObjectFreshness({ channels })
  const begin = () => pictures.follow('shelf', 'folder/a')
  for (const message of ['shelf/folder/a', 'shelf/folder/', 'shelf/']) {
    const isFresh = begin()
    changed('shelf/b')
    expect(isFresh()).toBe(true)
    changed(message)
    expect(isFresh()).toBe(false)
    // A later read does not make it fresh again.
    expect([begin()(), isFresh()]).toEqual([true, false])
  }
})

await send('POST', '/bucket', { name: 'shelf', public: true })
const gone = { status: 400 }
/** Shorter than the maximum age, so only a message explains it; longer than the promised second, for busy machines. */
const SOON = { timeout: 60_000, interval: 10 }

test.each<[string, (name: string) => Promise<unknown>, object]>([
  ['replaced', (name) => put(`shelf/${name}`, '#00f'), { status: 200 }],
  ['removed', (name) => send('DELETE', '/object/shelf', { prefixes: [name] }), gone],
  [
    'renamed',
    (name) => send('POST', '/object/move', { bucketId: 'shelf', sourceKey: name, destinationKey: `${name}-2` }),
    gone,
  ],
  ['in an emptied bucket', () => send('POST', '/bucket/shelf/empty'), gone],
  ['in a bucket that is no longer public', () => send('PUT', '/bucket/shelf', { public: false }), gone],
])('a picture that is %s is no longer sent: here at once, elsewhere within a second', async (kind, change, after) => {
  await send('PUT', '/bucket/shelf', { public: true })
  const name = `${kind.replaceAll(' ', '-')}.webp`
  await put(`shelf/${name}`, '#f00')
  const path = `/storage/v1/object/public/shelf/${name}`
  const { etag } = await untilCached(first, path)
  await untilCached(second, path)
  await change(name)
  const here = await ask(first, path)
  expect(here).toMatchObject(after)
  expect(here.etag).not.toBe(etag)
  await vi.waitFor(async () => {
    const there = await ask(second, path)
    expect(there).toMatchObject(after)
    expect(there.etag).not.toBe(etag)
  }, SOON)
})

test('pictures of a product are no longer sent once they are replaced, or the product is finally deleted', async () => {
  const product = await createProduct(first, seller)
  const address = product.featured_image.replace(/^https?:\/\/[^/]+/, '')
  const { etag } = await untilCached(first, address)
  await untilCached(second, address)
  const changed = { ...wellFilled, images: ['featured'], revision: product.revision }
  const files = { featured: await drawPng('#0f0') }
  const path = `/api/seller/products/${product.product_id}`
  await sendProduct(first, 'PUT', path, { as: seller, product: changed, files })
  expect((await ask(first, address)).etag).not.toBe(etag)
  await vi.waitFor(async () => expect((await ask(second, address)).etag).not.toBe(etag), SOON)
})

test('an avatar is no longer sent once its owner has removed it', async () => {
  const user = await signUp(first)
  const name = `${user.user_id}-1.webp`
  await put(`users/${name}`, '#f0f')
  const path = `/storage/v1/object/public/users/${name}`
  await untilCached(first, path)
  await untilCached(second, path)
  await call(first, 'DELETE', `/storage/v1/object/users/${name}`, { as: user })
  expect(await ask(first, path)).toMatchObject(gone)
  await vi.waitFor(async () => expect(await ask(second, path)).toMatchObject(gone), SOON)
})
