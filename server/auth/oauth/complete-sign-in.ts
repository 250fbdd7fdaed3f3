import type { Tx } from '../../../db/tables.ts'
import { inAddressTransaction } from '../address-transaction.ts'
import type { AuthDeps, EventLog } from '../auth-deps.ts'
import { issueAuthCode } from '../flow-states.ts'
import { describeSession, openSession } from '../open-session.ts'
import type { Device } from '../queries.ts'
import { type AccountOfIdentity, accountOfIdentity } from './account-of-identity.ts'
import { linkIdentity } from './link-identity.ts'
import type { ProviderIdentity } from './provider.ts'
import { keepProviderTokens, type ProviderTokens } from './provider-tokens.ts'
import { addressWithCode, addressWithSession } from './return-address.ts'
import type { TakenFlow } from './take-flow.ts'

/**
 * Signs the person in whom a provider named, or adds the identity to the account that asked for it, and answers the
 * address with the session, or with the code for one. Throws AppError 403, 404, 422.
 */
export async function completeSignIn(
  deps: AuthDeps,
  { flow, identity, device }: { flow: TakenFlow; identity: ProviderIdentity; device: Device },
  log: EventLog,
): Promise<string> {
  const now = deps.clock()
  const tokens = tokensOf(identity)
  const { account, code, session } = await inAddressTransaction(deps.db, async (tx) => {
    const account = await findAccount(tx, deps, { flow, identity, now })
    const { user_id } = account
    if (!flow.flow_id)
      return { account, session: await openSession(tx, { user_id, method: identity.method, device, now }) }
    if (Object.keys(tokens).length) await keepProviderTokens(tx, deps.secrets, { flow_id: flow.flow_id, tokens, now })
    return { account, code: await issueAuthCode(tx, { flow_id: flow.flow_id, user_id, now }) }
  })
  tellSignIn(deps, account, identity, log)
  if (!session) return addressWithCode(flow.redirect_to, code)
  return addressWithSession(flow.redirect_to, await describeSession(deps.db, deps.accessTokens, session), tokens)
}

async function findAccount(
  tx: Tx,
  { config, secrets }: AuthDeps,
  { flow, identity, now }: { flow: TakenFlow; identity: ProviderIdentity; now: Date },
): Promise<AccountOfIdentity> {
  if (!flow.linking_session_id) return accountOfIdentity(tx, { config, secrets }, identity, now)
  const user_id = await linkIdentity(tx, flow.linking_session_id, identity, now)
  return { user_id, how: 'linked', ended: [] }
}

/** Notes in the log who came in how, and forgets sessions that ended on the way. */
export function tellSignIn(
  { sessions }: Pick<AuthDeps, 'sessions'>,
  { user_id, how, ended }: AccountOfIdentity,
  { provider, method }: ProviderIdentity,
  log: EventLog,
): void {
  sessions.forget(ended)
  if (how === 'signed_up') log.info({ event: 'signed_up', user_id, role: 'buyer', provider })
  if (how === 'linked') log.info({ event: 'identity_linked', user_id, provider, sessions_ended: ended.length })
  log.info({ event: 'signed_in', user_id, method, provider })
}

function tokensOf({ provider_token, provider_refresh_token }: ProviderIdentity): ProviderTokens {
  return { ...(provider_token && { provider_token }), ...(provider_refresh_token && { provider_refresh_token }) }
}
