import { setImmediate } from 'node:timers/promises'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { isDatabaseUnavailable } from '../../../db/connect.ts'
import { createContext, currentContext, runInContext } from '../../../db/request-context.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import { signUp } from '../../../tests/support/accounts.ts'
import { addToCart, call } from '../../../tests/support/api.ts'
import { untilWaiting } from '../../../tests/support/lock-contention.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import type { TestApp } from '../../../tests/support/test-app.ts'
import { createAdmission, installAdmission } from '../load/admission.ts'
import { installRequestContext } from './request-context.ts'
import { createTrustedProxies } from './trusted-proxies.ts'

const testApp = await openForTests()
const behindProxy = await openForTests({ config: { trustedProxies: ['127.0.0.1'] } })

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function idOf(market: TestApp, given: string): Promise<unknown> {
  const response = await market.app.inject({ url: '/api/nothing', headers: { 'x-request-id': given } })
  expect(response.json().request_id).toBe(response.headers['x-request-id'])
  return response.headers['x-request-id']
}

test('B10: a request keeps the id that a trusted proxy gave it, and no other', async () => {
  expect(await idOf(behindProxy, 'edge-1_A')).toBe('edge-1_A')
  expect(await idOf(testApp, 'edge-1_A')).toMatch(UUID)
})

test.each(['*/ drop table users; --', 'a b', '', 'x'.repeat(65), "'", 'ä'])(
  'an id in another format is refused: %s',
  async (given) => {
    expect(await idOf(behindProxy, given)).toMatch(UUID)
    expect(() => createContext('request', given)).toThrow('the id of a request context')
  },
)

test('a statement that waits is logged with its request, by its name and its process in the database', async () => {
  const buyer = await signUp(behindProxy)
  const { product_id } = await buildProduct(behindProxy)
  await addToCart(behindProxy, buyer, product_id)
  const warn = vi.spyOn(behindProxy.app.log, 'warn')
  // A busy machine may make other statements slow.
  const lines = () => warn.mock.calls.map(([line]) => Object(line)).filter(({ reqId }) => reqId === 'blocked-one')
  const locking = await behindProxy.db.startTransaction().execute()
  try {
    await locking.selectFrom('carts').select('user_id').where('user_id', '=', buyer.user_id).forUpdate().execute()
    const headers = { 'x-request-id': 'blocked-one' }
    const response = call(behindProxy, 'POST', '/api/cart/items', { as: buyer, body: { product_id }, headers })
    await untilWaiting(behindProxy.db, 1)
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      behindProxy.db,
    )
    await vi.waitFor(() => expect(lines()).not.toEqual([]), 20_000)
    expect(lines()).toEqual([
      { event: 'slow_statement', reqId: 'blocked-one', pid: rows[0]?.pid, statement: 'cart_lock' },
    ])
    await locking.rollback().execute()
    await response
  } finally {
    if (!locking.isRolledBack) await locking.rollback().execute()
    warn.mockRestore()
  }
})

test('a query ends with the wait budget of its request, and the silent connection is not used again', async () => {
  const { db } = testApp
  // Opens the connection, so that the budget is spent on the silence alone.
  await sql`select 1`.execute(db)
  const context = createContext('request', 'short-budget', 600)
  const pidOf = async (on: Db | Tx) =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)).rows[0]?.pid
  let silent: number | undefined
  const beganAt = performance.now()
  const failure = await runInContext(context, () =>
    db.transaction().execute(async (tx) => {
      silent = await pidOf(tx)
      await sql`select pg_sleep(4.5)`.execute(tx)
    }),
  ).catch((error: unknown) => error)
  expect(isDatabaseUnavailable(failure)).toBe(true)
  expect(performance.now() - beganAt).toBeLessThan(4_000)
  expect(silent).toBeGreaterThan(0)
  expect(await Promise.all(Array.from({ length: 5 }, () => pidOf(db)))).not.toContain(silent)
})

test('all statements of a request share its wait budget', async () => {
  const { db } = testApp
  const context = createContext('request', 'many-statements', 600)
  const beganAt = performance.now()
  let done = 0
  const failure = await runInContext(context, async () => {
    for (; done < 100; done++) await sql`select pg_sleep(0.1)`.execute(db)
  }).catch((error: unknown) => error)
  expect(isDatabaseUnavailable(failure)).toBe(true)
  expect(done).toBeLessThan(7)
  expect(performance.now() - beganAt).toBeLessThan(8_000)
})

test('a request whose wait budget is used up does not send its change', async () => {
  const { db } = testApp
  await sql`create sequence changes`.execute(db)
  const context = createContext('request', 'used-up', 0)
  const change = () => sql`select nextval('changes')`.execute(db)
  const failure = await runInContext(context, change).catch((error: unknown) => error)
  expect(isDatabaseUnavailable(failure)).toBe(true)
  // Lets statements that were already sent on another connection finish.
  await sql`select pg_sleep(0.2)`.execute(db)
  const { rows } = await sql<{ is_called: boolean }>`select is_called from changes`.execute(db)
  expect(rows).toEqual([{ is_called: false }])
})

test('a request that waited in the queue runs in its own context, not in that of the request before it', async () => {
  const app = Fastify()
  const admission = createAdmission({ slots: 1 })
  installRequestContext(app, { languages: ['en'] })
  installAdmission(app, admission)
  const seen: [own: string, context: string | undefined][] = []
  const look = (request: { id: string }) => void seen.push([request.id, currentContext()?.id])
  app.addHook('onRequest', async (request) => look(request))
  app.get('/first', async (request) => {
    while (admission.counts.waiting < 2) await setImmediate()
    look(request)
  })
  app.get('/', async (request) => look(request))
  try {
    await Promise.all(['/first', '/', '/'].map((url) => app.inject(url)))
    expect(seen.map(([own]) => own).sort()).toEqual(['req-1', 'req-1', 'req-2', 'req-2', 'req-3', 'req-3'])
    expect(seen.filter(([own, context]) => own !== context)).toEqual([])
  } finally {
    await app.close()
  }
})

test('B10: proxies can be addresses, networks and names of networks', () => {
  const isTrusted = createTrustedProxies(['10.1.0.0/16', '::1', 'loopback', 'fd00::/8'])
  for (const address of ['10.1.2.3', '::1', '127.9.9.9', 'fd12::1', '::ffff:10.1.2.3'])
    expect.soft(isTrusted(address), address).toBe(true)
  for (const address of ['10.2.0.1', '192.168.0.1', '::2', '::ffff:10.2.0.1', '', 'proxy'])
    expect.soft(isTrusted(address), address).toBe(false)
})
