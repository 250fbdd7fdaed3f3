import { timingSafeEqual } from 'node:crypto'
import { setupErrors } from '../../../../shared/auth/errors.ts'
import type { SetupRequest } from '../../../../shared/auth/schema.ts'
import { errorsOf } from '../../../platform/http/errors.ts'
import { rateLimits } from '../../../platform/load/rate-limit.ts'
import { closeSetup, findAccount } from '../../accounts/queries.ts'
import { makeAdmin } from '../passwords/as-operator.ts'
import type { PasswordDeps } from '../passwords/passwords.ts'
import { setupToken } from './setup-link.ts'

export const setupError = errorsOf(setupErrors)

/** Makes the first admin if the token is right, and returns its id; of concurrent requests one succeeds. Throws AppError 4xx. */
export async function makeFirstAdmin(deps: PasswordDeps, request: SetupRequest, address: string) {
  const { token, ...admin } = request
  await deps.limiter.requireLeft(rateLimits.setup, address)
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
