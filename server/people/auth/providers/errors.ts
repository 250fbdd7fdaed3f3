import { AppError } from '../../../platform/http/errors.ts'
import { validationFailed } from '../../accounts/errors.ts'
import { IdTokenRefused } from '../protocol/errors.ts'

// Codes and texts of sign-in by another service.

export const idTokenRefused = (description: string) => new IdTokenRefused('invalid request', description)
export const nonceMismatch = () => new IdTokenRefused('invalid nonce', 'Nonces mismatch')

export const providerNotEnabled = () => validationFailed('Unsupported provider: provider is not enabled')
export const idTokenProviderDisabled = (issuer: string) =>
  new AppError(400, 'provider_disabled', `Provider (issuer "${issuer}") is not enabled`)
export const idTokenProviderUnknown = (provider: string) =>
  validationFailed(`Custom OIDC provider "${provider}" not allowed`)
export const providerUnreachable = (cause?: unknown) =>
  new AppError(503, 'provider_unavailable', 'The identity provider does not answer. Please try again later.', { cause })

// The return from a provider.
export const stateMissing = () => new AppError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
export const stateInvalid = () => new AppError(400, 'bad_oauth_state', 'OAuth state parameter is invalid')
export const stateNotFound = () => new AppError(400, 'bad_oauth_state', 'OAuth state not found or expired')
export const stateExpired = () => new AppError(400, 'bad_oauth_state', 'OAuth state has expired')
export const stateUsed = () =>
  new AppError(400, 'flow_state_already_used', 'OAuth state was used already; start the sign-in again')

// The account of an identity.
export const providerEmailUnverified = (provider: string) =>
  new AppError(
    403,
    'provider_email_needs_verification',
    `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`,
  )
export const providerEmailMissing = (provider: string) =>
  new AppError(403, 'email_address_not_provided', `Error getting user email from ${provider}`)
export const providerRefused = (code: string, description: string) => new AppError(403, code, description)
export const exchangeFailed = (reason: string, cause: unknown) =>
  new AppError(500, 'unexpected_failure', `Unable to exchange external code: ${reason}`, { cause })
export const assertionRefused = (reason: string) => validationFailed(`SAML Assertion is not valid: ${reason}`)
export const identityIsOwn = () => new AppError(422, 'identity_already_exists', 'Identity is already linked')
export const identityIsTaken = () =>
  new AppError(422, 'identity_already_exists', 'Identity is already linked to another user')

// Identities of an account.
export const manualLinkingDisabled = () => new AppError(404, 'manual_linking_disabled', 'Manual linking is disabled')
export const identityIdInvalid = () => new AppError(404, 'validation_failed', 'identity_id must be an UUID')
export const identityNotFound = () => new AppError(422, 'identity_not_found', "Identity doesn't exist")
export const lastIdentity = () =>
  new AppError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
export const identityEmailConflict = () =>
  new AppError(
    422,
    'email_conflict_identity_not_deletable',
    'Unable to unlink identity due to email conflict with another user',
  )
