import { isPlainLine } from '../../../../shared/kernel/text.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { OutgoingCallFailed } from '../../../platform/http/outgoing-fetch.ts'
import { validationFailed } from '../../accounts/errors.ts'
import { IdTokenRefused } from '../protocol/errors.ts'
import { toAuthFailure } from '../protocol/render-errors.ts'
import { AssertionRefused, ProviderResponseRefused } from './provider.ts'

// Codes and texts of sign-in by another service.

export const idTokenRefused = (description: string) => new IdTokenRefused('invalid request', description)
export const nonceMismatch = () => new IdTokenRefused('invalid nonce', 'Nonces mismatch')

export const providerNotEnabled = () => validationFailed('Unsupported provider: provider is not enabled')
export const idTokenProviderDisabled = (issuer: string) =>
  new AppError(400, 'provider_disabled', `Provider (issuer "${issuer}") is not enabled`)
export const idTokenProviderUnknown = (provider: string) =>
  validationFailed(`Custom OIDC provider "${provider}" not allowed`)

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

const MAX_TEXT_LENGTH = 200

/** Returns the failure that a provider sends instead of a code, such as a cancelled sign-in. */
export function providerError(response: URLSearchParams): AppError | undefined {
  const code = response.get('error')
  if (code === null) return undefined
  const description = response.get('error_description') ?? ''
  return new AppError(
    403,
    /^[a-z_]{1,60}$/.test(code) ? code : 'access_denied',
    description !== '' && isPlainLine(description) ? description.slice(0, MAX_TEXT_LENGTH) : 'The sign-in was refused',
  )
}

/** Returns the failure to show when a provider failed or its response was refused. */
export function asProviderFailure(error: unknown): AppError {
  if (error instanceof OutgoingCallFailed) {
    const text = 'The identity provider does not answer. Please try again later.'
    return new AppError(503, 'provider_unavailable', text, { cause: error })
  }
  if (error instanceof AssertionRefused) return validationFailed(`SAML Assertion is not valid: ${error.message}`)
  if (!(error instanceof ProviderResponseRefused)) return toAuthFailure(error)
  const text = `Unable to exchange external code: ${error.message}`
  return new AppError(500, 'unexpected_failure', text, { cause: error.cause })
}
