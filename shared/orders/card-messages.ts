import { defineMessages } from '../kernel/define-messages.ts'
import type { PaymentMethod } from '../payments/constants.ts'
import type { OrderPayment } from '../payments/schema.ts'
import { orderMessages } from './messages.ts'

export const cardMessages = defineMessages('card', {
  card: '{brand} •••• {last4}',
  /** By the provider's word; `other` for those that are not listed. */
  brands: {
    amex: 'American Express',
    diners: 'Diners Club',
    discover: 'Discover',
    jcb: 'JCB',
    mastercard: 'Mastercard',
    unionpay: 'UnionPay',
    visa: 'Visa',
    other: 'Card',
  },
})

type Paid = Pick<OrderPayment, 'card_brand' | 'card_last4'>

/** Returns how an order is paid: the card where it is known, else the method. */
export function paymentMeans(method: PaymentMethod, { card_brand, card_last4 }: Partial<Paid> = {}): string {
  if (!card_brand || !card_last4) return orderMessages.paymentMethods[method]
  const brands: Readonly<Record<string, string>> = cardMessages.brands
  return cardMessages.card({ brand: brands[card_brand] ?? cardMessages.brands.other, last4: card_last4 })
}
