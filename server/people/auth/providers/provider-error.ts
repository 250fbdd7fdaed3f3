import { isPlainLine } from '../../../../shared/kernel/text.ts'
import type { AppError } from '../../../platform/http/errors.ts'
import { OutgoingCallFailed } from '../../../platform/http/outgoing-fetch.ts'
import { toAuthFailure } from '../protocol/render-errors.ts'
import { assertionRefused, exchangeFailed, providerRefused, providerUnreachable } from './errors.ts'
import { AssertionRefused, ProviderResponseRefused } from './provider.ts'

const MAX_TEXT_LENGTH = 200

/** Returns the failure that a provider sends instead of a code, such as a cancelled sign-in. */
export function providerError(response: URLSearchParams): AppError | undefined {
  const code = response.get('error')
  if (code === null) return undefined
  const description = response.get('error_description') ?? ''
  return providerRefused(
    /^[a-z_]{1,60}$/.test(code) ? code : 'access_denied',
    description !== '' && isPlainLine(description) ? description.slice(0, MAX_TEXT_LENGTH) : 'The sign-in was refused',
  )
}

/** Returns the failure to show when a provider failed or its response was refused. */
export function asProviderFailure(error: unknown): AppError {
  if (error instanceof OutgoingCallFailed) return providerUnreachable(error)
  if (error instanceof AssertionRefused) return assertionRefused(error.message)
  if (error instanceof ProviderResponseRefused) return exchangeFailed(error.message, error.cause)
  return toAuthFailure(error)
}
