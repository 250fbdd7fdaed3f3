import type { PaymentMethod } from '../../../shared/payments/constants.ts'
import type { SitePayments } from '../../../shared/payments/site-payments.ts'
import { loadCode } from '../../ui/load-code.ts'
import type { StripeCard } from './stripe-card.ts'

/**
 * Returns what stands for the means of payment in the fields of the page; what was typed does not leave it. Undefined where
 * nothing needs to; null when Stripe's card fields are not complete.
 */
export async function paymentToken(
  method: PaymentMethod,
  { payments, isTaken, card }: { payments: SitePayments | undefined; isTaken: boolean; card: StripeCard | null },
): Promise<string | null | undefined> {
  if (!payments) return undefined
  if (payments.provider === 'stripe') {
    if (method !== 'credit_card' || !isTaken) return undefined
    return (await card?.token()) ?? null
  }
  const { paymentTokenOf } = await loadCode(() => import('../../../shared/payments/sandbox-cards.ts'))
  const typed = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? ''
  return paymentTokenOf({ method, cardNumber: typed('cardNumber'), paypalEmail: typed('paypalEmail') })
}
