import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../server/platform/config/config.ts'
import { openSecrets } from '../../server/platform/keys/secrets.ts'
import { endDueCheckouts } from '../../server/trade/purchase/release.ts'
import type { Checkout } from '../../shared/checkouts/schema.ts'
import type { Order } from '../../shared/orders/schema.ts'
import { signUp, type TestAccount } from '../../tests/support/accounts.ts'
import { addToCart } from '../../tests/support/api.ts'
import { pauseCommits, untilWaiting } from '../../tests/support/lock-contention.ts'
import { openFolder } from '../../tests/support/open-folder.ts'
import { openForTests } from '../../tests/support/open-for-tests.ts'
import { startMarketWorker } from '../../tests/support/server-process.ts'
import { brokenRules, buildStocked, buying, readStock } from '../../tests/support/stock.ts'

const AFTER_RESERVATION_MS = 16 * 60_000

const dataDir = await openFolder()
const market = await openForTests({ deps: { secrets: await openSecrets(readConfig({ DATA_DIR: dataDir }, false)) } })
const seller = await signUp(market, { role: 'seller' })
const start = () => startMarketWorker({ connection: market.connection, dataDir })
/** The server that is killed, on the database of `market`. */
let server = await start()
afterAll(() => void server.child.kill('SIGKILL'))

/** Sends a request to the server that is killed. Throws when it gets no response. */
async function post<Body>(as: TestAccount, path: string, key?: string): Promise<{ status: number; body: Body }> {
  const response = await fetch(`${server.address}${path}`, {
    method: 'POST',
    headers: { ...as.headers, 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    body: JSON.stringify(path.endsWith('/order') ? {} : buying),
  })
  return { status: response.status, body: (await response.json()) as Body }
}

const countOrders = async (buyer: TestAccount) =>
  (await market.db.selectFrom('orders').select('order_id').where('buyer_id', '=', buyer.user_id).execute()).length

type Place = () => Promise<{ status: number; body: Order }>
type Point = (buyer: TestAccount, place: Place) => Promise<void>

/** Kills the server while an order waits to be committed, once `meanwhile` has happened. */
async function killWaiting(place: Place, meanwhile: (release: () => Promise<void>) => Promise<unknown>): Promise<void> {
  const commits = await pauseCommits(market.db, 'orders')
  const locking = await market.db.startTransaction().execute()
  await commits.hold(locking)
  const lost = expect(place()).rejects.toThrow()
  await untilWaiting(market.db, 1)
  // From here on it can neither send a statement nor a response.
  server.child.kill('SIGSTOP')
  await meanwhile(async () => void (await locking.rollback().execute()))
  await server.kill()
  await lost
  if (!locking.isRolledBack) await locking.rollback().execute()
  await commits.end()
}

const points: [name: string, kill: Point][] = [
  ['after the reservation', () => server.kill()],
  [
    'before the order is committed',
    (_, place) =>
      killWaiting(place, () =>
        sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(market.db),
      ),
  ],
  [
    'after the order is committed, before the response',
    (buyer, place) =>
      killWaiting(place, async (release) => {
        await release()
        await expect.poll(() => countOrders(buyer)).toBe(1)
      }),
  ],
]

test.each(points)(
  'D5: after kill -9 %s, a retry with the same key gets the one order, and nothing stays reserved',
  async (_, killAt) => {
    const { product_id } = await buildStocked(market, seller, { set: 9 })
    const [buyer, leaver] = [await signUp(market), await signUp(market)]
    for (const as of [buyer, leaver]) await addToCart(market, as, product_id, 2)
    const begin = (as: TestAccount) => post<Checkout>(as, '/api/checkouts', 'once')
    const begun = await begin(buyer)
    expect([begun.status, (await begin(leaver)).status]).toEqual([201, 201])
    const place = () => post<Order>(buyer, `/api/checkouts/${begun.body.checkout_id}/order`)
    await killAt(buyer, place)
    server = await start()
    const again = await begin(buyer)
    expect([again.status, again.body.checkout_id]).toEqual([200, begun.body.checkout_id])
    const first = await place()
    expect(first.status).toBe(201)
    expect((await place()).body).toEqual(first.body)
    expect(await countOrders(buyer)).toBe(1)
    expect(await readStock(market, seller, product_id)).toMatchObject({ on_hand: 7, reserved: 2 })
    // The other buyer does not return.
    await endDueCheckouts(market.db, new Date(Date.now() + AFTER_RESERVATION_MS))
    const stock = await readStock(market, seller, product_id)
    expect([stock.on_hand, stock.reserved, stock.changes]).toEqual([
      7,
      0,
      [
        ['sold', -2],
        ['counted', 9],
      ],
    ])
    expect(await brokenRules(market)).toEqual([])
  },
)

test.each(points.slice(1))(
  'D5: after kill -9 of an order in one step %s, a retry with the same key gets the one order',
  async (_, killAt) => {
    const { product_id } = await buildStocked(market, seller, { set: 9 })
    const buyer = await signUp(market)
    await addToCart(market, buyer, product_id, 2)
    const place = () => post<Order>(buyer, '/api/orders', 'once')
    await killAt(buyer, place)
    server = await start()
    const first = await place()
    expect(first.status).toBe(201)
    expect((await place()).body).toEqual(first.body)
    expect(await countOrders(buyer)).toBe(1)
    expect(await readStock(market, seller, product_id)).toMatchObject({ on_hand: 7, reserved: 0 })
    expect(await brokenRules(market)).toEqual([])
  },
)
