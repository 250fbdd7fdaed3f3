import { currencyCode, readAmount } from '../../../shared/kernel/money.ts'
import { adminPaymentMessages } from '../../../shared/payments/admin-messages.ts'
import { adminPaymentErrors } from '../../../shared/payments/errors.ts'

/** Returns the error of a typed amount of dollars, which must be above 0 and at most `limit`; undefined for a valid one. */
export function wrongAmount(typed: string, limit = Number.POSITIVE_INFINITY): string | undefined {
  const dollars = readAmount(typed)
  if (!dollars) return adminPaymentMessages.amountNeeded({ currency: currencyCode() })
  return dollars > limit ? adminPaymentErrors.refund_too_large.text({ left: limit }) : undefined
}
