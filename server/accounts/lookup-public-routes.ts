import { z } from 'zod'
import type { Db } from '../../db/tables.ts'
import { knownUsersSchema } from '../../shared/accounts/schema.ts'
import { routesFor } from '../http/guards.ts'
import { type RateLimiter, rateLimits } from '../load/rate-limit.ts'
import { readEmail } from './email.ts'
import { validationFailed } from './errors.ts'
import { findAccount } from './queries.ts'

const COLUMNS = ['id', 'email'] as const
const EQUALS = 'eq.'

const emailFilter = z.string().startsWith(EQUALS, 'must be eq. and an address')

/**
 * The lookup of an account by email address, which the sign-up form does first. Only the exact address finds one; without
 * it there are no rows.
 */
export const accountLookupPublicRoutes = routesFor(
  'public',
  (app, { db, limiter }: { db: Db; limiter: RateLimiter }) => {
    app.get(
      '/users',
      {
        schema: {
          summary: 'Whether an address has an account',
          querystring: z.strictObject({
            email: emailFilter.optional(),
            select: z.string().optional(),
            apikey: z.string().optional(),
          }),
          response: { 200: knownUsersSchema },
        },
      },
      async (request) => {
        const { email: filter = '', select = '*' } = request.query
        const columns = readColumns(select)
        await limiter.take(rateLimits.accountLookup, request.ip)
        const email = readEmail(filter.slice(EQUALS.length))
        if (email === undefined) return []
        const found = await findAccount(db, { email })
        return found ? [{ ...Object.fromEntries(columns.map((column) => [column, found[column]])) }] : []
      },
    )
  },
)

function readColumns(select: string): (typeof COLUMNS)[number][] {
  if (select === '*' || select === '') return [...COLUMNS]
  return select.split(',').map((name) => {
    const column = COLUMNS.find((known) => known === name.trim())
    if (!column) throw validationFailed('only the columns id and email can be selected')
    return column
  })
}
