import { formatNumber } from './locale.ts'
import { unexpectedErrorMessage } from './messages.ts'
import { plural } from './plural.ts'

export type RefusalDetails = Readonly<Record<string, unknown>>

/** The texts of refusals by code; a function if the text contains one of the details. */
export type RefusalTexts = Readonly<Record<string, string | ((details: RefusalDetails) => string)>>

/** For `write_limit` where the protocol has no details. */
export const writeLimitReached = 'You have made as many changes within an hour as are allowed. Please try again later.'

/** Limits per account that any write may reach. */
export const limitRefusals = {
  write_limit: ({ limit, minutes }: RefusalDetails) =>
    `You have made ${formatNumber(Number(limit))} changes within an hour, which is the limit. Please try again in ${plural(
      Number(minutes),
      { one: 'a minute', other: (count) => `${count} minutes` },
    )}.`,
} as const satisfies RefusalTexts

/** Refusals of any call under `/api`. */
export const commonRefusals = {
  ...limitRefusals,
  busy: 'The service is busy. Please try again.',
  forbidden: 'You are not allowed to do this.',
  insufficient_aal: 'Please complete two-step verification.',
  not_authenticated: 'User not authenticated',
  over_request_rate_limit: 'Too many requests. Please try again later.',
  storage_full: 'There is no room to store this at present. Please try again later.',
  too_many_requests: 'Too many requests. Please try again later.',
  unconfirmed: 'This may have been done. Please check before you try again.',
  unexpected_error: unexpectedErrorMessage,
} as const satisfies RefusalTexts

/** Returns the text of a refusal's code; undefined for an unknown code. */
export function refusalText(texts: RefusalTexts, code: string, details: RefusalDetails = {}): string | undefined {
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined
  return typeof text === 'function' ? text(details) : text
}
