import type { FastifyRequest } from 'fastify'
import { knownUsersSchema } from '../../../shared/accounts/schema.ts'
import { readEmail } from '../../people/accounts/addresses.ts'
import { findAccount } from '../../people/accounts/queries.ts'
import { conjuncts } from '../../platform/data/row-filter.ts'
import { type App, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { type RateLimiter, rateLimits } from '../../platform/load/rate-limit.ts'
import { malformedParameter } from './grammar/errors.ts'
import { readRowsRequest } from './grammar/read-request.ts'
import { findProducts, readProducts } from './product-rows.ts'
import type { RestDeps } from './rest-deps.ts'
import { productRowsSchema, rowsQuerySchema } from './schema.ts'
import { sendFound, sendRows } from './send-rows.ts'
import { PRODUCTS, USERS } from './tables.ts'

type PublicDeps = RestDeps & { limiter: RateLimiter }

export const restPublicRoutes = routesFor('public', (app, deps: PublicDeps) => {
  // The table of products, only those in the shop.
  app.get(
    '/products',
    respondsWith(productRowsSchema, { summary: 'Products of the shop, by number', querystring: rowsQuerySchema }),
    async (request, reply) => {
      const wanted = readRowsRequest(request, PRODUCTS)
      const found = { wanted, rows: await findProducts(deps.db, wanted), table: PRODUCTS }
      return sendFound(reply, found, (numbers) => readProducts(request, deps, numbers, wanted))
    },
  )
  lookUpRoute(app, deps)
})

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
