import type { Tx } from '../../../../db/tables.ts'
import { inAddressTransaction } from '../../accounts/address-changes.ts'
import { issueAuthCode } from '../codes/flow-queries.ts'
import type { Device, EventLog } from '../protocol/deps.ts'
import { addressWithCode, addressWithSession } from '../protocol/return-address.ts'
import { describeSession, openSession } from '../sessions/open-session.ts'
import { type AccountOfIdentity, accountOfIdentity } from './account-of-identity.ts'
import { linkIdentity } from './link-identity.ts'
import type { ProviderDeps, ProviderIdentity } from './provider.ts'
import { insertProviderTokens, type ProviderTokens, type takeOauthFlow } from './queries.ts'

/** A flow to a provider that a browser returned from; `flow_id` is set when the client requested a code, not tokens. */
export type TakenFlow = { state: string } & NonNullable<Awaited<ReturnType<typeof takeOauthFlow>>>

/** Signs an identity in, or links it; returns the address with the session or a code. Throws AppError 403, 404, 422. */
export async function completeSignIn(
  deps: ProviderDeps,
  { flow, identity, device }: { flow: TakenFlow; identity: ProviderIdentity; device: Device },
  log: EventLog,
): Promise<string> {
  const now = deps.clock()
  const tokens = tokensOf(identity)
  const { account, code, session } = await inAddressTransaction(deps.db, async (tx) => {
    const account = await signInOrLink(tx, deps, identity, { linkTo: flow.linking_session_id, now })
    const { user_id } = account
    if (!flow.flow_id)
      return { account, session: await openSession(tx, { user_id, method: identity.method, device, now }) }
    if (Object.keys(tokens).length) await insertProviderTokens(tx, deps.secrets, { flow_id: flow.flow_id, tokens, now })
    return { account, code: await issueAuthCode(tx, { flow_id: flow.flow_id, user_id, now }) }
  })
  recordSignInEvents(deps, account, identity, log)
  if (!session) return addressWithCode(flow.redirect_to, code)
  return addressWithSession(flow.redirect_to, await describeSession(deps, session), tokens)
}

/** Returns the account of an identity, or that of the session `linkTo`, which gets the identity. Throws AppError 403, 422. */
export async function signInOrLink(
  tx: Tx,
  deps: ProviderDeps,
  identity: ProviderIdentity,
  { linkTo, now }: { linkTo: string | null | undefined; now: Date },
): Promise<AccountOfIdentity> {
  if (!linkTo) return accountOfIdentity(tx, deps, identity, now)
  return { user_id: await linkIdentity(tx, linkTo, identity, now), outcome: 'linked', ended: [] }
}

/** Logs a sign-in by a provider and invalidates the cached sessions that it ended. */
export function recordSignInEvents(
  { sessions }: Pick<ProviderDeps, 'sessions'>,
  { user_id, outcome, ended }: AccountOfIdentity,
  { provider, method }: ProviderIdentity,
  log: EventLog,
): void {
  sessions.invalidate(ended)
  if (outcome === 'signed_up') log.info({ event: 'signed_up', user_id, role: 'buyer', provider })
  if (outcome === 'linked') log.info({ event: 'identity_linked', user_id, provider, sessions_ended: ended.length })
  log.info({ event: 'signed_in', user_id, method, provider })
}

function tokensOf({ provider_token, provider_refresh_token }: ProviderIdentity): ProviderTokens {
  return { ...(provider_token && { provider_token }), ...(provider_refresh_token && { provider_refresh_token }) }
}
