import { checkRows } from '../../server/operate/check/check-invariants.ts'
import type { Config } from '../../server/platform/config/config.ts'
import type { ChangeStock, CountedStock, Stock, StockHistory } from '../../shared/stock/schema.ts'
import type { TestAccount } from './accounts.ts'
import { type Caller, call, checkout } from './api.ts'
import { buildProduct, type ProductFacts, type TestProduct } from './products.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** Changes the stock of a seller's product. */
export const putStock = (market: Pick<TestApp, 'app'>, as: Caller, productId: string, body: unknown) =>
  call<Stock & { code?: string; message?: string; details?: object }>(
    market,
    'PUT',
    `/api/seller/products/${productId}/stock`,
    { as, body },
  )

/** Returns a new product of the seller with a stock. */
export async function buildStocked(
  market: Pick<TestApp, 'app' | 'db'>,
  seller: Caller & Pick<TestAccount, 'user_id'>,
  stock: Omit<Extract<ChangeStock, { counted: true }>, 'counted'>,
  facts: ProductFacts = {},
): Promise<TestProduct> {
  const product = await buildProduct(market, { seller_id: seller.user_id, ...facts })
  const { status, body } = await putStock(market, seller, product.product_id, { counted: true, ...stock })
  if (status !== 200) throw new Error(`counting answered ${status}: ${JSON.stringify(body)}`)
  return product
}

/** Returns the stock of a product, which must be tracked, and its movements' changes, newest first. */
export async function readStock(
  market: Pick<TestApp, 'app'>,
  seller: Caller,
  productId: string,
): Promise<CountedStock & { changes: [string, number][] }> {
  const { body } = await call<StockHistory>(market, 'GET', `/api/seller/products/${productId}/stock`, { as: seller })
  if (!body.stock.counted) throw new Error(`${productId} is not counted`)
  return { ...body.stock, changes: body.movements.map(({ reason, change }) => [reason, change]) }
}

/** Replaces the contents of the buyers' carts by these quantities, each line later than the one before. */
export async function fillCarts(
  { db }: Pick<TestApp, 'db'>,
  buyers: readonly TestAccount[],
  linesOf: (index: number) => readonly (readonly [product: TestProduct, quantity: number])[],
): Promise<void> {
  const carts = buyers.map(({ user_id }) => ({ user_id }))
  await db
    .insertInto('carts')
    .values(carts)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const ids = carts.map(({ user_id }) => user_id)
  await db.deleteFrom('cart_lines').where('user_id', 'in', ids).execute()
  const lines = ids.flatMap((user_id, buyer) =>
    linesOf(buyer).map(([{ product_number }, quantity], line) => {
      return { user_id, product_number, quantity, created_at: new Date(line) }
    }),
  )
  await db.insertInto('cart_lines').values(lines).execute()
}

/** The body that places an order or begins a checkout. */
export const buying = checkout

/** Returns another server on the same database. */
export function openBeside(market: TestApp, config: Partial<Config> = {}): Promise<TestApp> {
  const { connection, deps } = market
  const { clock, secrets } = deps
  return createTestApp({ config, database: { connection, drop: async () => {} }, deps: { clock, secrets } })
}

/** Returns the broken rules of a marketplace. */
export async function brokenRules({ db }: Pick<TestApp, 'db'>): Promise<string[]> {
  return (await checkRows(db)).findings.map(({ rule, examples }) => `${rule}: ${examples[0]}`)
}
