import { inTransaction } from '../../../../db/connect.ts'
import type { TokenRequest } from '../../../../shared/auth/schema.ts'
import { validationFailed } from '../../accounts/errors.ts'
import { readAccount, updateUser } from '../../accounts/queries.ts'
import { exchangeAuthCode } from '../codes/flow-queries.ts'
import type { Device } from '../protocol/deps.ts'
import { flowStateNotFound, signInBanned } from '../protocol/errors.ts'
import { describeSession, openSession } from '../sessions/open-session.ts'
import type { ProviderDeps } from './provider.ts'
import { takeProviderTokens } from './queries.ts'

/** Exchanges the code from a link or a provider's return for a session, once. Throws AppError 400, 404, 422. */
export async function exchangeCode(deps: ProviderDeps, request: TokenRequest, device: Device) {
  const { auth_code, code_verifier } = request
  if (!auth_code || !code_verifier)
    throw validationFailed('invalid request: both auth code and code verifier should be non-empty')
  const now = deps.clock()
  const { session, tokens } = await inTransaction(deps.db, async (tx) => {
    const flow = await exchangeAuthCode(tx, { auth_code, code_verifier, now })
    const account = await readAccount(tx, flow.user_id)
    if (!account) throw flowStateNotFound()
    if (account.banned_until && account.banned_until > now) throw signInBanned()
    await updateUser(tx, flow.user_id, { last_sign_in_at: now })
    const tokens = await takeProviderTokens(tx, deps.secrets, flow.flow_id)
    const { user_id, authentication_method: method } = flow
    return { session: await openSession(tx, { user_id, method, device, now }), tokens }
  })
  return { ...(await describeSession(deps, session)), ...tokens }
}
