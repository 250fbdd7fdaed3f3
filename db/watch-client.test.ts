import { Socket } from 'node:net'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { signUp } from '../tests/support/accounts.ts'
import { addToCart, call, checkout } from '../tests/support/api.ts'
import { openForTests } from '../tests/support/open-for-tests.ts'
import { buildProduct } from '../tests/support/products.ts'
import { createContext, currentContext, runInContext } from './request-context.ts'

const market = await openForTests()
const buyer = await signUp(market)

/** Returns a function that returns the statements of order requests since its last call, packet by packet, without jobs. */
function watchPackets(): () => string[][] {
  let packets: string[] = []
  const record = (...chunks: unknown[]) => {
    if (currentContext()?.kind === 'request') packets.push(chunks.map(String).join(''))
  }
  const { _write, _writev } = Socket.prototype
  vi.spyOn(Socket.prototype, '_write').mockImplementation(function (this: Socket, chunk, ...rest) {
    record(chunk)
    return _write.call(this, chunk, ...rest)
  })
  vi.spyOn(Socket.prototype, '_writev').mockImplementation(function (this: Socket, chunks, ...rest) {
    record(...chunks.map(({ chunk }) => chunk))
    return _writev?.call(this, chunks, ...rest)
  })
  return () => {
    const sent = packets
    packets = []
    const statements = /begin|purchase_free_carts|purchase_place|commit|rollback/g
    return sent.map((packet) => [...new Set(packet.match(statements))]).filter((names) => names.length)
  }
}

test('placing an order takes two packets to the database', async () => {
  const { product_id } = await buildProduct(market)
  const sentPackets = watchPackets()
  const order = () => call(market, 'POST', '/api/orders', { as: buyer, body: checkout })
  try {
    await addToCart(market, buyer, product_id)
    sentPackets()
    expect((await order()).status).toBe(201)
    expect(sentPackets()).toEqual([
      ['begin', 'purchase_free_carts'],
      ['purchase_place', 'commit'],
    ])
  } finally {
    vi.restoreAllMocks()
  }
})

test.each([
  ['with a budget is given up after that', 60_000, 60_000],
  ['without one is given up after 6 s', undefined, 6_000],
])('a statement of a job %s', async (_what, budget, limit) => {
  const set = vi.spyOn(globalThis, 'setTimeout')
  await runInContext(createContext('job', 'long', budget), () => sql`select pg_sleep(1.2)`.execute(market.db))
  // After the second at which a slow statement is reported; connecting takes of the budget, too.
  const left = set.mock.calls.map(([, ms = 0]) => limit - 1_000 - ms)
  expect(left.filter((ms) => ms >= 0 && ms < 900)).not.toEqual([])
})
