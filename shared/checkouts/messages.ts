import { formatNumber, isolated } from '../kernel/locale.ts'

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
