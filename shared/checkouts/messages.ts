import { formatNumber, isolated } from '../kernel/locale.ts'
import type { RefusalDetails, RefusalTexts } from '../kernel/refusals.ts'

export const reservationMessages = {
  changeToWhatIsLeft: 'Change to what is left',
  changeTo: (quantity: number) => `Change to ${formatNumber(quantity)}`,
  backToCart: 'Back to cart',
  reservedUntil: (time: string) => `Reserved for you until ${time}.`,
  changedToWhatIsLeft: 'Your cart now has what is left.',
  line: (name: string, left: number) =>
    left > 0 ? `${isolated(name)} (${formatNumber(left)} left)` : `${isolated(name)} (sold out)`,
  notEnough: (lines: readonly string[]) => `Not enough in stock: ${lines.join(', ')}`,
  someShort: 'Some products are not available in this quantity.',
} as const

export const reservationRefusals = {
  insufficient_stock: ({ lines }: RefusalDetails) => {
    const short = Array.isArray(lines) ? (lines as { product_name: string; available: number }[]) : []
    if (!short.length) return reservationMessages.someShort
    return reservationMessages.notEnough(
      short.map(({ product_name, available }) => reservationMessages.line(product_name, available)),
    )
  },
  checkout_expired: 'Your reservation has run out. Your cart is unchanged.',
  checkout_not_found: 'There is no such checkout.',
} as const satisfies RefusalTexts
