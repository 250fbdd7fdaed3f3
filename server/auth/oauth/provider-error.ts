import { isPlainLine } from '../../../shared/kernel/text.ts'
import type { AppError } from '../../platform/errors.ts'
import { OutgoingCallFailed } from '../../platform/outgoing-fetch.ts'
import { toAuthFailure } from '../render-errors.ts'
import { assertionRefused, exchangeFailed, providerRefused, providerUnreachable } from './errors.ts'
import { AssertionRefused, ProviderAnswerRefused } from './provider.ts'

const MAX_TEXT_LENGTH = 200

/** What a provider says instead of a code, such as that the person changed their mind. */
export function providerError(answer: URLSearchParams): AppError | undefined {
  const code = answer.get('error')
  if (code === null) return undefined
  const description = answer.get('error_description') ?? ''
  return providerRefused(
    /^[a-z_]{1,60}$/.test(code) ? code : 'access_denied',
    description !== '' && isPlainLine(description) ? description.slice(0, MAX_TEXT_LENGTH) : 'The sign-in was refused',
  )
}

/** What the person is told when the talk with a provider failed. */
export function asProviderFailure(error: unknown): AppError {
  if (error instanceof OutgoingCallFailed) return providerUnreachable(error)
  if (error instanceof AssertionRefused) return assertionRefused(error.message)
  if (error instanceof ProviderAnswerRefused) return exchangeFailed(error.message, error.cause)
  return toAuthFailure(error)
}
