import type { AccountSession, TokenRequest } from '../../../shared/account/schema.ts'
import type { Caller } from '../../platform/guards.ts'
import { inAddressTransaction } from '../address-transaction.ts'
import type { AuthDeps, EventLog } from '../auth-deps.ts'
import { requireOwnAssurance } from '../mfa/assurance.ts'
import { describeSession, openSession } from '../open-session.ts'
import type { Device } from '../queries.ts'
import { type AccountOfIdentity, accountOfIdentity } from './account-of-identity.ts'
import { tellSignIn } from './complete-sign-in.ts'
import { idTokenProviderDisabled, idTokenProviderUnknown, idTokenRefused, manualLinkingDisabled } from './errors.ts'
import { linkIdentity } from './link-identity.ts'
import type { IdentityProvider } from './provider.ts'
import { asProviderFailure } from './provider-error.ts'
import { withoutEndSlashes } from './provider-settings.ts'
import type { Providers } from './providers.ts'

/** Providers that the protocol knows by name; those without one issuer for all are called by their name. */
const WELL_KNOWN_ISSUERS = new Map([
  ['apple', 'https://appleid.apple.com'],
  ['azure', 'azure'],
  ['facebook', 'https://www.facebook.com'],
  ['google', 'https://accounts.google.com'],
  ['kakao', 'https://kauth.kakao.com'],
  ['keycloak', 'keycloak'],
])

/**
 * Signs in whom an ID token names that the client got from a provider by itself; with a caller, adds the identity to
 * the caller's account. Throws AppError: IdTokenRefused 400, 400 for a provider that is not there, 403, 422, 503.
 */
export async function signInWithIdToken(
  deps: AuthDeps,
  request: TokenRequest,
  from: { device: Device; linkTo: Caller | undefined },
  log: EventLog,
): Promise<AccountSession> {
  const { id_token, access_token, nonce } = request
  if (!id_token) throw idTokenRefused('id_token required')
  if (from.linkTo && !deps.config.manualLinking) throw manualLinkingDisabled()
  if (from.linkTo) await requireOwnAssurance(deps.db, from.linkTo)
  const verify = findVerifier(deps.providers, request)
  const identity = await verify({
    id_token,
    ...(access_token && { access_token }),
    ...(nonce && { nonce }),
  }).catch((error) => {
    throw asProviderFailure(error)
  })
  const now = deps.clock()
  const linkTo = from.linkTo?.session_id
  const { account, session } = await inAddressTransaction(deps.db, async (tx) => {
    let account: AccountOfIdentity
    if (linkTo) {
      account = { user_id: await linkIdentity(tx, linkTo, identity, now), how: 'linked', ended: [] }
    } else account = await accountOfIdentity(tx, deps, identity, now)
    const { user_id } = account
    return { account, session: await openSession(tx, { user_id, method: identity.method, device: from.device, now }) }
  })
  tellSignIn(deps, account, identity, log)
  return describeSession(deps.db, deps.accessTokens, session)
}

/** By the provider's name, or by its issuer with the client the token is for. */
function findVerifier(
  providers: Providers,
  { provider, client_id, issuer }: TokenRequest,
): NonNullable<IdentityProvider['verifyIdToken']> {
  if (provider) {
    const verify = providers.get(provider)?.verifyIdToken
    if (verify) return verify
    const issuer = WELL_KNOWN_ISSUERS.get(provider)
    throw issuer ? idTokenProviderDisabled(issuer) : idTokenProviderUnknown(provider)
  }
  if (!client_id || !issuer) throw idTokenRefused('provider or client_id and issuer required')
  const address = withoutEndSlashes(issuer)
  const verify = [...providers.values()].find((known) => known.issuer === address)?.verifyIdToken
  if (!verify) throw idTokenProviderDisabled(issuer)
  return verify
}
