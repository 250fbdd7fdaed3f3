import type { FastifyRequest } from 'fastify'
import type { Db } from '../../../db/tables.ts'
import { knownUsersSchema } from '../../../shared/accounts/schema.ts'
import { readEmail } from '../../people/accounts/addresses.ts'
import { findAccount } from '../../people/accounts/queries.ts'
import { conjuncts } from '../../platform/data/row-filter.ts'
import { routesFor } from '../../platform/http/guards.ts'
import { type RateLimiter, rateLimits } from '../../platform/load/rate-limit.ts'
import { malformedParameter } from './grammar/errors.ts'
import { readRowsRequest } from './grammar/read-request.ts'
import { rowsQuerySchema } from './schema.ts'
import { sendRows } from './send-rows.ts'
import { USERS } from './tables.ts'

/** The lookup of an account by its exact email address, which the sign-up form does first. */
export const restUsersPublicRoutes = routesFor('public', (app, { db, limiter }: { db: Db; limiter: RateLimiter }) => {
  app.get(
    '/users',
    {
      schema: {
        summary: 'Whether an address has an account',
        querystring: rowsQuerySchema,
        response: { 200: knownUsersSchema },
      },
    },
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
})

function filterOf({ url }: FastifyRequest): string {
  const names = [...new URLSearchParams(url.split('?')[1]).keys()]
  return names.find((name) => name !== 'email' && !['select', 'apikey'].includes(name)) ?? 'email'
}
