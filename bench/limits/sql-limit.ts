import Fastify from 'fastify'
import pg from 'pg'
import { CATEGORY_NAMES, CATEGORY_SLUGS } from '../../shared/catalog/standard-categories.ts'
import { ADD_TO_CART, PLACE_ORDER, READ_CATEGORY, READ_PRODUCT, SEARCH } from './statements.ts'

// The upper limit for uncached operations: Fastify and one prepared statement each, without accounts, checks and rate
// limits. `sql-limit.ts <connection as JSON> <pool size> <port>`.
const [connection, poolSize, port] = process.argv.slice(2)
if (!connection || !poolSize || !port) throw new Error('usage: sql-limit.ts <connection> <pool size> <port>')
const pool = new pg.Pool({ ...JSON.parse(connection), max: Number(poolSize) })

/** Not prepared: the best index depends on the text. */
const search = async (text: string, offset: number) =>
  (await pool.query(SEARCH, [`%${text.toLowerCase()}%`, offset])).rows
const run = async (name: string, text: string, values: unknown[]) => (await pool.query({ name, text, values })).rows

const categories = new Map(CATEGORY_SLUGS.map((slug) => [CATEGORY_NAMES[slug].toLowerCase(), slug]))

const app = Fastify()
app.get<{ Params: { category: string }; Querystring: { page?: string } }>(
  '/api/categories/:category/products',
  async ({ params, query }) => ({
    products: await run('category', READ_CATEGORY, [
      categories.get(params.category),
      (Number(query.page ?? 1) - 1) * 5,
    ]),
  }),
)
app.get<{ Params: { product_id: string } }>('/api/products/:product_id', async ({ params }) => {
  const [product] = await run('product', READ_PRODUCT, [params.product_id])
  return product
})
app.get<{ Querystring: { q: string; page?: string } }>('/api/search', async ({ query }) => ({
  products: await search(query.q, (Number(query.page ?? 1) - 1) * 10),
}))
app.post<{ Body: { product_id: string; quantity: number } }>('/api/cart/items', async ({ headers, body }) => {
  const lines = await run('add', ADD_TO_CART, [headers['x-buyer'], body.product_id, body.quantity])
  return { cart: Object.fromEntries(lines.map((line) => [line.product_id, line.quantity])) }
})
app.post<{ Body: { shipping_address: unknown; payment_method: string } }>('/api/orders', async (request, reply) => {
  const { shipping_address, payment_method } = request.body
  const [order] = await run('order', PLACE_ORDER, [
    request.headers['x-buyer'],
    JSON.stringify(shipping_address),
    payment_method,
  ])
  return reply.code(201).send(order)
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.on('SIGTERM', () => void Promise.all([app.close(), pool.end()]).then(() => process.exit(0)))
