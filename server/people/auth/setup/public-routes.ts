import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { setupErrors } from '../../../../shared/auth/errors.ts'
import { type SetupRequest, setupSchema } from '../../../../shared/auth/schema.ts'
import { errorsOf } from '../../../platform/http/errors.ts'
import { routesFor } from '../../../platform/http/guards.ts'
import { rateLimits } from '../../../platform/load/rate-limit.ts'
import { closeSetup, findAccount, isSetupOpen } from '../../accounts/queries.ts'
import { makeAdmin } from '../passwords/as-operator.ts'
import type { PasswordDeps } from '../passwords/passwords.ts'
import { setupToken } from './setup-link.ts'

/** The first admin, made with the link that the start prints. Every later one is made with `cli/admin.ts`. */
export const setupPublicRoutes = routesFor('public', (app, deps: PasswordDeps) => {
  app.post(
    '/api/setup',
    {
      // First, so that afterwards every request gets 404.
      preValidation: async () => {
        if (!(await isSetupOpen(deps.db))) throw setupError('setup_done')
      },
      schema: { summary: 'Make the first admin', body: setupSchema, response: { 204: z.null() } },
    },
    async (request, reply) => {
      const user_id = await makeFirstAdmin(deps, request.body, request.ip)
      request.log.info({ event: 'role_changed', user_id, role: 'admin' })
      return reply.code(204).send(null)
    },
  )
})

const setupError = errorsOf(setupErrors)

/** Makes the first admin if the token is right, and returns its id; of concurrent requests one succeeds. Throws AppError 4xx. */
async function makeFirstAdmin(deps: PasswordDeps, request: SetupRequest, address: string) {
  const { token, ...admin } = request
  await deps.limiter.requireLeft([rateLimits.setup, address])
  if (!isSetupToken(deps, token)) {
    await deps.limiter.take(rateLimits.setup, address)
    throw setupError('setup_token_wrong')
  }
  if (deps.passwords.faults(admin.password)) throw setupError('weak_password')
  await makeAdmin({ ...deps, now: deps.clock() }, admin, async (tx) => {
    if (!(await closeSetup(tx))) throw setupError('setup_done')
  })
  return (await findAccount(deps.db, admin))?.id
}

function isSetupToken({ config, secrets }: PasswordDeps, given: string): boolean {
  const bytesOf = (token: string) => Buffer.from(token.toUpperCase().replaceAll(/[^A-Z2-9]/g, ''))
  const [typed, expected] = [bytesOf(given), bytesOf(setupToken(config, secrets))]
  return typed.length === expected.length && timingSafeEqual(typed, expected)
}
