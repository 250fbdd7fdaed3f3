import { z } from 'zod'
import { knownUsersSchema } from '../../shared/account/schema.ts'
import { routesFor } from '../platform/guards.ts'
import { rateLimits } from '../platform/rate-limit.ts'
import type { AuthDeps } from './auth-deps.ts'
import { readEmail } from './email.ts'
import { validationFailed } from './errors.ts'
import { findUserByEmail } from './queries.ts'

const COLUMNS = ['id', 'email'] as const
const EXACTLY = 'eq.'

/**
 * Whether an address has an account, as the sign-up form asks before signing up. Only the exact address finds one:
 * without it there are no rows.
 */
export const accountLookupEveryoneRoutes = routesFor(
  'everyone',
  (app, { db, limiter }: Pick<AuthDeps, 'db' | 'limiter'>) => {
    app.get(
      '/users',
      {
        schema: {
          summary: 'Whether an address has an account',
          querystring: z.object({ email: z.string().optional(), select: z.string().optional() }),
          response: { 200: knownUsersSchema },
        },
      },
      async (request) => {
        const { email: filter = '', select = '*' } = request.query
        const columns = readColumns(select)
        await limiter.take(rateLimits.accountLookup, request.ip)
        const email = filter.startsWith(EXACTLY) ? readEmail(filter.slice(EXACTLY.length)) : undefined
        if (email === undefined) return []
        const found = await findUserByEmail(db, email)
        return found.map((user) => Object.fromEntries(columns.map((column) => [column, user[column]])))
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
