import type { FastifyRequest } from 'fastify'
import { knownUsersSchema } from '../../../shared/accounts/schema.ts'
import { readEmail } from '../../people/accounts/addresses.ts'
import { findAccount } from '../../people/accounts/queries.ts'
import { conjuncts } from '../../platform/data/row-filter.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type App, type Authenticate, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { type RateLimiter, rateLimits } from '../../platform/load/rate-limit.ts'
import { namesProducts } from '../../shop/catalog/products/row-queries.ts'
import { malformedParameter } from './grammar/errors.ts'
import { readRowsRequest } from './grammar/read-request.ts'
import { findProducts, readProducts } from './products.ts'
import type { RestDeps } from './rest-deps.ts'
import { productRowsSchema, rowsQuerySchema } from './schema.ts'
import { sendFound, sendRows } from './send-rows.ts'
import { PRODUCTS, USERS } from './tables.ts'

type PublicDeps = RestDeps & { limiter: RateLimiter; authenticate: Authenticate }

export const restPublicRoutes = routesFor('public', (app, deps: PublicDeps) => {
  // The table of products in the shop. Sellers also find their own hidden ones, by id or by seller.
  app.get(
    '/products',
    respondsWith(productRowsSchema, { summary: 'Products of the shop, by number', querystring: rowsQuerySchema }),
    async (request, reply) => {
      const wanted = readRowsRequest(request, PRODUCTS)
      const hiddenOf = namesProducts(wanted.condition) ? await sellerOf(request, deps) : undefined
      const found = { wanted, rows: await findProducts(deps.db, wanted, hiddenOf), table: PRODUCTS }
      return sendFound(reply, found, (numbers) => readProducts(request, deps, numbers, { rows: wanted, hiddenOf }))
    },
  )
  lookUpRoute(app, deps)
})

/** Returns the seller who sends a request; undefined for others, and without a valid sign-in, which a public read needs not. */
async function sellerOf(request: FastifyRequest, { authenticate }: PublicDeps): Promise<string | undefined> {
  if (!request.headers.authorization) return undefined
  try {
    const { user_id, role, assured } = await authenticate(request)
    return role === 'seller' && assured ? user_id : undefined
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** The lookup of an account by its exact email address, which the sign-up form does first. */
function lookUpRoute(app: App, { db, limiter }: PublicDeps): void {
  app.get(
    '/users',
    respondsWith(knownUsersSchema, { summary: 'Whether an address has an account', querystring: rowsQuerySchema }),
    async (request, reply) => {
      const wanted = readRowsRequest(request, USERS)
      const [test, ...others] = conjuncts(wanted.condition)
      const isExact = test?.kind === 'comparison' && test.column === 'email' && test.operator === 'eq'
      if (others.length || (test && !isExact))
        throw malformedParameter(filterOf(request), 'must be email=eq. and an address')
      await limiter.take(rateLimits.accountLookup, request.ip)
      const email = isExact ? readEmail(String(test.value)) : undefined
      const found = email === undefined ? undefined : await findAccount(db, { email })
      const all = found ? [{ id: found.id, email: found.email }] : []
      const rows = all.slice(wanted.offset, wanted.offset + wanted.limit)
      return sendRows(reply, wanted, rows, wanted.count ? { total: all.length } : {})
    },
  )
}

function filterOf({ url }: FastifyRequest): string {
  const names = [...new URLSearchParams(url.split('?')[1]).keys()]
  return names.find((name) => name !== 'email' && !['select', 'apikey'].includes(name)) ?? 'email'
}
