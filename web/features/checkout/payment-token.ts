import type { PaymentMethod } from '../../../shared/payments/constants.ts'

/** Returns what stands for the means of payment in the fields of the page; what was typed does not leave it. */
export async function paymentToken(method: PaymentMethod): Promise<string> {
  const { paymentTokenOf } = await import('../../../shared/payments/sandbox-cards.ts')
  const typed = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? ''
  return paymentTokenOf({ method, cardNumber: typed('cardNumber'), paypalEmail: typed('paypalEmail') })
}
