import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { signUp } from '../tests/support/accounts.ts'
import { addToCart, call, checkout } from '../tests/support/api.ts'
import { connectionUrl } from '../tests/support/connection-url.ts'
import { openDatabaseForTests } from '../tests/support/open-for-tests.ts'
import { buildProduct } from '../tests/support/products.ts'
import { createTestApp } from '../tests/support/test-app.ts'
import { createTestDatabase } from '../tests/support/test-database.ts'
import { setRoleTimeouts, startTransactionPooler, type TransactionPooler } from '../tests/support/transaction-pooler.ts'
import { connectDatabase } from './connect.ts'
import { requirePooler } from './pooler.ts'
import { requireDatabase } from './require-database.ts'

const database = await openDatabaseForTests()
const direct = connectionUrl(database.connection)
let pooler: TransactionPooler
afterEach(() => pooler.close())

async function startPooler(
  options: Parameters<typeof startTransactionPooler>[1],
  { connection }: Pick<typeof database, 'connection'> = database,
): Promise<string> {
  pooler = await startTransactionPooler(connection, options)
  return pooler.url
}

test.each([
  ['refuses timeouts', {}, 'unsupported startup parameter'],
  ['ignores timeouts', { ignoresTimeouts: true }, 'gives connections for one transaction only'],
])('DATABASE_URL is refused when it leads to a pooler that %s', async (_, options, reason) => {
  const databaseUrl = await startPooler({ keepsStatements: true, ...options })
  const starting = requireDatabase(databaseUrl, () => {})
  await expect(starting).rejects.toThrow(new RegExp(`^DATABASE_URL: .*${reason}.*DATABASE_POOLER_URL`))
})

test('a pooler whose role has no timeouts is refused with the statements that set them', async () => {
  const url = await startPooler({ keepsStatements: true })
  await expect(requirePooler(url, direct)).rejects.toThrow(/alter role .* set statement_timeout = '5000ms';/)
})

test('another database behind the pooler is refused', async () => {
  const other = await createTestDatabase()
  try {
    const url = await startPooler({ keepsStatements: true })
    await expect(requirePooler(url, connectionUrl(other.connection))).rejects.toThrow('leads to another database')
  } finally {
    await other.drop()
  }
})

test('a pooler that does not keep prepared statements is refused', async () => {
  await setRoleTimeouts(database.connection)
  const url = await startPooler({ keepsStatements: false })
  await expect(requirePooler(url, direct)).rejects.toThrow('max_prepared_statements')
})

test('a shop works behind a pooler, with the timeouts of its role', async () => {
  const own = await createTestDatabase()
  await setRoleTimeouts(own.connection)
  const url = await startPooler({ keepsStatements: true }, own)
  await requirePooler(url, connectionUrl(own.connection))
  const db = connectDatabase(url, { max: 4, pooled: true })
  const market = await createTestApp({ database: own, deps: { db } })
  try {
    const buyer = await signUp(market)
    const { product_id } = await buildProduct(market)
    for (let order = 0; order < 3; order++) {
      await addToCart(market, buyer, product_id)
      expect((await call(market, 'POST', '/api/orders', { as: buyer, body: checkout })).status).toBe(201)
    }
    const { rows } = await sql`show statement_timeout`.execute(db)
    expect(rows).toEqual([{ statement_timeout: '5s' }])
  } finally {
    await db.destroy()
    await market.close()
  }
})
