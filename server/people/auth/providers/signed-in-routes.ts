import { z } from 'zod'
import { inTransaction, sqlState, UNIQUE_VIOLATION } from '../../../../db/connect.ts'
import type { Tx } from '../../../../db/tables.ts'
import { callerOf, routesFor } from '../../../platform/http/guards.ts'
import { rateLimits } from '../../../platform/load/rate-limit.ts'
import { isTaken } from '../../accounts/address-queries.ts'
import { deleteIdentity, readIdentities } from '../../accounts/identity-queries.ts'
import { lockAccount, NO_PHONE, updateUser } from '../../accounts/queries.ts'
import { requireOwnAssurance } from '../factors/assurance.ts'
import type { EventLog } from '../protocol/deps.ts'
import { userNotFound } from '../protocol/errors.ts'
import {
  identityEmailConflict,
  identityIdInvalid,
  identityNotFound,
  lastIdentity,
  manualLinkingDisabled,
} from './errors.ts'
import { startProviderRedirect } from './flow.ts'
import type { ProviderDeps } from './provider.ts'
import { authorizeQuerySchema, readFlow, redirectBrowser } from './public-routes.ts'

/** Identities of the caller's account: adding and removing them. */
export const identitiesSignedInRoutes = routesFor('signed-in', (app, deps: ProviderDeps) => {
  const { limiter, config } = deps

  app.addHook('onRequest', async () => {
    if (!config.manualLinking) throw manualLinkingDisabled()
  })

  app.get('/user/identities/authorize', { schema: { querystring: authorizeQuerySchema } }, async (request, reply) => {
    const caller = callerOf(request)
    await requireOwnAssurance(deps.db, caller)
    await limiter.take(rateLimits.oauth, request.ip)
    const flow = { ...readFlow(deps, request), linking_session_id: caller.session_id }
    const url = await startProviderRedirect(deps, flow)
    return request.query.skip_http_redirect === 'true' ? { url } : redirectBrowser(reply, url)
  })

  app.delete(
    '/user/identities/:identity_id',
    { schema: { params: z.object({ identity_id: z.string() }) } },
    async (request) => {
      const caller = callerOf(request)
      await requireOwnAssurance(deps.db, caller)
      const { identity_id } = request.params
      if (!z.guid().safeParse(identity_id).success) throw identityIdInvalid()
      await unlinkIdentity(deps, caller.user_id, identity_id.toLowerCase(), request.log)
      return {}
    },
  )
})

type Identity = Awaited<ReturnType<typeof readIdentities>>[number]

/**
 * Removes an identity from the caller's account. The password goes with the email identity; the account then takes an
 * address that one of the others has verified. Throws AppError 422 for the last identity, for one that is not the caller's,
 * and when another account has the address it would take.
 */
async function unlinkIdentity(deps: ProviderDeps, user_id: string, identity_id: string, log: EventLog) {
  const provider = await inTransaction(deps.db, async (tx) => {
    const account = await lockAccount(tx, user_id)
    if (!account) throw userNotFound()
    const all = await readIdentities(tx, user_id)
    const removed = all.find((identity) => identity.identity_id === identity_id)
    const rest = all.filter((identity) => identity !== removed)
    if (all.length <= 1) throw lastIdentity()
    if (!removed) throw identityNotFound()
    await deleteIdentity(tx, identity_id)
    if (removed.provider === 'phone') await updateUser(tx, user_id, NO_PHONE)
    if (gaveEmail(removed, account.email))
      await promoteEmail(tx, { user_id, email: account.email, rest, now: deps.clock() })
    if (removed.provider === 'email') await updateUser(tx, user_id, { password_hash: null })
    return removed.provider
  }).catch((error) => {
    // Another account took the address after the check.
    throw sqlState(error) === UNIQUE_VIOLATION ? identityEmailConflict() : error
  })
  log.info({ event: 'identity_removed', user_id, provider })
}

function gaveEmail({ provider, identity_data }: Identity, email: string | null): boolean {
  return email !== null && (provider === 'email' || identity_data.email === email)
}

async function promoteEmail(
  tx: Tx,
  { user_id, email, rest, now }: { user_id: string; email: string | null; rest: Identity[]; now: Date },
): Promise<void> {
  const offered = rest.flatMap(({ provider, identity_data: data }) =>
    typeof data.email === 'string' && (data.email_verified === true || provider === 'email')
      ? [{ email: data.email, isVerified: data.email_verified === true }]
      : [],
  )
  if (offered.some((identity) => identity.email === email)) return
  const next = offered[0]
  if (next && (await isTaken(tx, { email: next.email }, user_id))) throw identityEmailConflict()
  await updateUser(tx, user_id, {
    email: next?.email ?? null,
    email_confirmed_at: next ? now : null,
    email_verified_at: next?.isVerified ? now : null,
  })
}
