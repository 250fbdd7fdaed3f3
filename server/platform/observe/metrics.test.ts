import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { signUp } from '../../../tests/support/accounts.ts'
import { addToCart, call } from '../../../tests/support/api.ts'
import { openDatabaseForTests, openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { enqueueAll } from '../jobs/task.ts'
import { createMetrics } from './metrics.ts'
import { openMetrics, serveMetrics } from './metrics-server.ts'

const { connection, db } = await openDatabaseForTests()
const metrics = createMetrics({ db })
const testApp = await openForTests({ database: { connection, drop: async () => {} }, deps: { db, metrics } })
const metricsServer = await serveMetrics(metrics, { port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await metricsServer.close()
  metrics.close()
})

const address = () => `http://127.0.0.1:${metricsServer.port}`
const read = async () => (await fetch(`${address()}/metrics`)).text()

/** Returns the value of one series. */
function figureOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test('F8: metrics, and nothing else, are served on their own port; the public port has none', async () => {
  const response = await fetch(`${address()}/metrics`)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
  expect((await fetch(`${address()}/healthz`)).status).toBe(404)
  expect((await fetch(`${address()}/metrics`, { method: 'POST' })).status).toBe(405)
  for (const path of ['/metrics', '/api/metrics', '/metrics/'])
    expect((await testApp.app.inject(path)).statusCode).toBe(404)
})

test('F11: metrics on loopback are refused to a page of another name that resolves to this machine', async () => {
  const statusFor = async (host: string) => {
    const asking = request({ port: metricsServer.port, path: '/metrics', headers: { host } }).end()
    const [response] = (await once(asking, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode
  }
  const port = metricsServer.port
  expect(await Promise.all([`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`].map(statusFor))).toEqual([
    200, 200, 200,
  ])
  expect(await statusFor(`evil.example:${port}`)).toBe(404)
})

test('the start fails with the name of the setting when the port is in use', async () => {
  const place = { port: metricsServer.port, host: '127.0.0.1' }
  await expect(openMetrics(place, { db: testApp.db, log: () => {} })).rejects.toThrow(/EADDRINUSE.*Set METRICS_PORT/)
})

test('requests are counted by method, route and status; all addresses without a route are one series', async () => {
  const { product_id } = await buildProduct(testApp)
  for (const url of [`/api/products/${product_id}`, '/api/products/PRD99999', '/nowhere/a', '/nowhere/b?x=y'])
    await testApp.app.inject(url)
  const text = await read()
  const count = (labels: string) => figureOf(text, `openstall_request_seconds_count{${labels}}`)
  const routes = [...text.matchAll(/openstall_request_seconds_count\{(.*?)\}/g)].map(([, labels]) => labels)
  const product = routes.find((labels) => labels?.includes('/api/products/') && labels.includes('status="200"'))
  expect(product).toMatch(/^method="GET",route="\/api\/products\/:\w+",status="200"$/)
  expect(count('method="(any)",route="(none)",status="404"')).toBeGreaterThanOrEqual(2)
  expect(text).not.toMatch(/nowhere|PRD\d/)
})

test('the database, caches, queues and the process are measured', async () => {
  const buyer = await signUp(testApp)
  const { product_id } = await buildProduct(testApp)
  await addToCart(testApp, buyer, product_id)
  await call(testApp, 'GET', '/api/cart', { as: buyer })
  // A late announcement of the new product may invalidate the cache once more.
  const text = await vi.waitFor(async () => {
    await call(testApp, 'GET', `/api/products/${product_id}`)
    const metrics = await read()
    expect(figureOf(metrics, 'openstall_cache_lookups_total{cache="responses",result="hit"}')).toBeGreaterThan(0)
    return metrics
  }, 60_000)
  const positive = [
    'openstall_database_connections{state="idle"}',
    'openstall_statement_seconds_count',
    'openstall_cache_lookups_total{cache="sessions",result="hit"}',
    'openstall_cache_lookups_total{cache="sessions",result="miss"}',
    'openstall_cache_bytes{cache="responses"}',
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
  ]
  for (const series of positive) expect.soft(figureOf(text, series), series).toBeGreaterThan(0)
  const zero = [
    'openstall_database_connections{state="waiting"}',
    'openstall_requests_in_flight',
    'openstall_requests_waiting',
    'openstall_requests_refused_total',
    'openstall_transaction_retries_total',
  ]
  for (const series of zero) expect.soft(figureOf(text, series), series).toBe(0)
  expect(text).not.toContain(buyer.user_id)
  expect(text).not.toContain(buyer.email)
})

test('waiting tasks, and those that have failed for good, are counted', async () => {
  const { db } = testApp
  const unknown = { name: 'of_another_version' }
  await enqueueAll(
    db,
    unknown,
    ['1', '2', '3'].map((key) => ({ payload: {}, key })),
  )
  await sql`
    select graphile_worker.permanently_fail_jobs(array(
      select id from graphile_worker.jobs where key = 'of_another_version:1'), 'gone')`.execute(db)
  const text = await read()
  expect(figureOf(text, 'openstall_tasks{task="of_another_version",state="waiting"}')).toBe(2)
  expect(figureOf(text, 'openstall_tasks{task="of_another_version",state="failed"}')).toBe(1)
})
