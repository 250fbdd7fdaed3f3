import type { AccountSession, TokenRequest } from '../../../../shared/auth/schema.ts'
import type { Caller } from '../../../platform/http/guards.ts'
import { inAddressTransaction } from '../../accounts/address-changes.ts'
import { requireOwnAssurance } from '../factors/assurance.ts'
import type { Device, EventLog } from '../protocol/deps.ts'
import { describeSession, openSession } from '../sessions/open-session.ts'
import { accountOfIdentity } from './account-of-identity.ts'
import {
  asProviderFailure,
  idTokenProviderDisabled,
  idTokenProviderUnknown,
  idTokenRefused,
  manualLinkingDisabled,
} from './errors.ts'
import { recordSignInEvents } from './flow.ts'
import { type ProviderDeps, type Providers, withoutEndSlashes } from './provider.ts'

/** Issuers of providers that the protocol knows by name; providers with several issuers are identified by name. */
const WELL_KNOWN_ISSUERS = new Map([
  ['apple', 'https://appleid.apple.com'],
  ['azure', 'azure'],
  ['facebook', 'https://www.facebook.com'],
  ['google', 'https://accounts.google.com'],
  ['kakao', 'https://kauth.kakao.com'],
  ['keycloak', 'keycloak'],
])

/**
 * Signs in the identity of an ID token that the client obtained from a provider itself, and returns the session; with
 * `linkTo`, adds the identity to that caller's account. Throws IdTokenRefused 400, and AppError 400 for an unknown provider,
 * 403, 422, 503.
 */
export async function signInWithIdToken(
  deps: ProviderDeps,
  request: TokenRequest,
  from: { device: Device; linkTo: Caller | undefined },
  log: EventLog,
): Promise<AccountSession> {
  const { id_token, access_token, nonce } = request
  if (!id_token) throw idTokenRefused('id_token required')
  if (from.linkTo && !deps.config.manualLinking) throw manualLinkingDisabled()
  if (from.linkTo) await requireOwnAssurance(deps.db, from.linkTo)
  const verify = findVerifier(deps.providers, request)
  const token = { id_token, access_token: access_token || undefined, nonce: nonce || undefined }
  const identity = await verify(token).catch((error) => {
    throw asProviderFailure(error)
  })
  const now = deps.clock()
  const { account, session } = await inAddressTransaction(deps.db, async (tx) => {
    const account = await accountOfIdentity(tx, deps, identity, { linkTo: from.linkTo?.session_id, now })
    const { user_id } = account
    return { account, session: await openSession(tx, { user_id, method: identity.method, device: from.device, now }) }
  })
  recordSignInEvents(deps, account, identity, log)
  return describeSession(deps, session)
}

function findVerifier(providers: Providers, { provider, client_id, issuer }: TokenRequest) {
  if (provider) {
    const verify = providers.get(provider)?.verifyIdToken
    if (verify) return verify
    const issuer = WELL_KNOWN_ISSUERS.get(provider)
    throw issuer ? idTokenProviderDisabled(issuer) : idTokenProviderUnknown(provider)
  }
  if (!client_id || !issuer) throw idTokenRefused('provider or client_id and issuer required')
  const issuerAddress = withoutEndSlashes(issuer)
  const verify = [...providers.values()].find((known) => known.issuer === issuerAddress)?.verifyIdToken
  if (!verify) throw idTokenProviderDisabled(issuer)
  return verify
}
