import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../db/connect.ts'
import type { FullSellerOrderPage } from '../../../shared/fulfilment/schema.ts'
import type { AdminOrderPage } from '../../../shared/orders/schema.ts'
import type { AdminStats, SellerStats } from '../../../shared/stats/schema.ts'
import { callAuth, makeAdmin, signUp, type TestAccount } from '../../../tests/support/accounts.ts'
import { call } from '../../../tests/support/api.ts'
import { orderOf } from '../../../tests/support/fulfilment.ts'
import { openForTests, signUpAll } from '../../../tests/support/open-for-tests.ts'
import { buildProduct } from '../../../tests/support/products.ts'
import { brokenRules } from '../../../tests/support/stock.ts'
import { buildApp } from '../../app.ts'
import { setTimeZone } from './time-zone-queries.ts'

let now = new Date('2026-03-28T12:00:00Z')
const market = await openForTests({ config: { timeZone: 'Europe/Berlin' }, deps: { clock: () => now } })
const [admin, seller] = await signUpAll(market, 'admin', 'seller')
const cup = await buildProduct(market, { seller_id: seller.user_id, product_price: 1 })

async function order(at: string): Promise<string> {
  now = new Date(at)
  return (await orderOf(market, await signUp(market), [[cup, 1]])).order_id
}

/** Signs in first, as months have passed since the last session. */
async function fetched(path: string, { email, password }: TestAccount) {
  const session = await callAuth(market, 'POST', '/token?grant_type=password', { body: { email, password } })
  const response = await market.app.inject({
    url: path,
    headers: { authorization: `Bearer ${session.body.access_token}`, apikey: market.deps.secrets.apiKey },
  })
  expect(response.statusCode).toBe(200)
  return response
}

const read = async <Body>(path: string, as: TestAccount) => (await fetched(path, as)).json<Body>()
const readLines = async (path: string, as: TestAccount) => (await fetched(path, as)).body.trim().split('\r\n')

/** Returns the sales of a chart's days that have any. */
const soldOn = (days: readonly { date: string; sales: number }[]) =>
  Object.fromEntries(days.filter(({ sales }) => sales > 0).map(({ date, sales }) => [date, sales]))

async function charts() {
  const { last30DaysSales } = await read<AdminStats>('/api/admin/stats', admin)
  const { last_30_days_sales } = await read<SellerStats>('/api/seller/stats', seller)
  return [soldOn(last30DaysSales), soldOn(last_30_days_sales)]
}

/** Times around midnight with their local time in Berlin, on days of 23, 24 and 25 hours. */
const SCENES = [
  {
    seenAt: '2026-03-30T12:00:00Z',
    times: [
      ['2026-03-28T22:30:00.000Z', '2026-03-28T23:30:00.000+01:00'],
      ['2026-03-28T23:30:00.000Z', '2026-03-29T00:30:00.000+01:00'],
      ['2026-03-29T21:30:00.000Z', '2026-03-29T23:30:00.000+02:00'],
      ['2026-03-29T22:30:00.000Z', '2026-03-30T00:30:00.000+02:00'],
    ],
  },
  {
    seenAt: '2026-07-02T22:30:00Z',
    times: [
      ['2026-07-01T21:30:00.000Z', '2026-07-01T23:30:00.000+02:00'],
      ['2026-07-01T22:30:00.000Z', '2026-07-02T00:30:00.000+02:00'],
      ['2026-07-01T23:30:00.000Z', '2026-07-02T01:30:00.000+02:00'],
    ],
  },
  {
    seenAt: '2026-10-26T12:00:00Z',
    times: [
      ['2026-10-24T21:30:00.000Z', '2026-10-24T23:30:00.000+02:00'],
      ['2026-10-24T22:30:00.000Z', '2026-10-25T00:30:00.000+02:00'],
      ['2026-10-25T22:30:00.000Z', '2026-10-25T23:30:00.000+01:00'],
      ['2026-10-25T23:30:00.000Z', '2026-10-26T00:30:00.000+01:00'],
    ],
  },
] as const

test.each(SCENES)('an order is on the same day of Berlin everywhere: seen $seenAt', async ({ seenAt, times }) => {
  const placed: { id: string; shown: string; day: string }[] = []
  for (const [at, shown] of times) placed.push({ id: await order(at), shown, day: shown.slice(0, 10) })
  now = new Date(seenAt)
  const days = Map.groupBy(placed, ({ day }) => day)
  for (const [day, ofDay] of days) {
    const range = `from=${day}&to=${day}`
    const { orders } = await read<AdminOrderPage>(`/api/admin/orders?${range}`, admin)
    const ids = ofDay.map(({ id }) => id).toReversed()
    expect(orders.map(({ order_id }) => order_id)).toEqual(ids)
    const lines = await readLines(`/api/admin/orders.csv?${range}`, admin)
    expect(lines[0]).toContain(',Order Date (Europe/Berlin),')
    expect(lines.slice(1).map((line) => [line.split(',')[0], line.split(',')[3]])).toEqual(
      ofDay.map(({ id, shown }) => [id, shown]).toReversed(),
    )
  }
  const own = await readLines('/api/seller/orders.csv', seller)
  expect(own[0]).toMatch(/,Ordered \(Europe\/Berlin\),Status,Ship by \(Europe\/Berlin\),/)
  for (const { id, shown } of placed) expect(own.find((line) => line.includes(id))).toContain(shown)
  const counts = Object.fromEntries([...days].map(([day, ofDay]) => [day, ofDay.length]))
  expect(await charts()).toEqual([counts, counts])
  expect(await brokenRules(market)).toEqual([])
})

test('ship-by days are counted from the day in the marketplace’s time zone', async () => {
  // Thursday in UTC, Friday in Berlin.
  const id = await order('2026-10-29T23:30:00.000Z')
  const { orders } = await read<FullSellerOrderPage>('/api/seller/orders', seller)
  expect(orders.find(({ order_id }) => order_id === id)?.ship_by).toBe('2026-11-04')
})

test('a start with another zone recomputes the figures once, and an unknown zone changes nothing', async () => {
  now = new Date('2026-10-27T12:00:00Z')
  const start = (timeZone: string) => buildApp({ ...market.deps, config: { ...market.config, timeZone } })
  await expect(start('Mars/Olympus')).rejects.toThrow('TIME_ZONE: the database does not know Mars/Olympus')
  const inBerlin = { '2026-10-24': 1, '2026-10-25': 2, '2026-10-26': 1 }
  expect(await charts()).toEqual([inBerlin, inBerlin])
  const apps = await Promise.all(['America/New_York', 'America/New_York', 'America/New_York'].map(start))
  const inNewYork = { '2026-10-24': 2, '2026-10-25': 2 }
  expect(await charts()).toEqual([inNewYork, inNewYork])
  const { total } = await read<AdminOrderPage>('/api/admin/orders?from=2026-10-25&to=2026-10-25', admin)
  expect(total).toBe(2)
  expect(await brokenRules(market)).toEqual([])
  await Promise.all(apps.map((app) => app.close()))
})

test('where clocks are set back at midnight, a day begins at the first of the two midnights', async () => {
  const app = await buildApp({ ...market.deps, config: { ...market.config, timeZone: 'America/Havana' } })
  // From 01:00 to 00:00, at 05:00 in UTC.
  const id = await order('2026-11-01T04:30:00.000Z')
  now = new Date('2026-11-01T12:00:00Z')
  const found = async (range: string) =>
    (await read<AdminOrderPage>(`/api/admin/orders?${range}`, admin)).orders.map(({ order_id }) => order_id)
  expect([await found('from=2026-11-01&to=2026-11-01'), await found('to=2026-10-31')]).toEqual([
    [id],
    expect.not.arrayContaining([id]),
  ])
  expect((await call(market, 'GET', '/api/admin/orders?from=0000-12-31', { as: await makeAdmin(market) })).status).toBe(
    400,
  )
  await app.close()
})

test('a request changes the zone within its timeouts, as orders wait meanwhile', async () => {
  const timeouts = sql`select current_setting('statement_timeout') as total, current_setting('lock_timeout') as lock`
  const { rows } = await inTransaction(market.db, async (tx) => {
    await setTimeZone(tx, 'America/Havana')
    return timeouts.execute(tx)
  })
  expect(rows).toEqual([{ total: '5s', lock: '2s' }])
})
