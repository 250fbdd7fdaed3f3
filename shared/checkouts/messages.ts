import { defineMessages } from '../kernel/define-messages.ts'
import { formatNumber, isolated } from '../kernel/locale.ts'

export const reservationMessages = defineMessages('reservation', {
  changeToWhatIsLeft: 'Change to what is left',
  changeTo: 'Change to {quantity, number}',
  backToCart: 'Back to cart',
  reservedUntil: 'Reserved for you until {time}.',
  changedToWhatIsLeft: 'Your cart now has what is left.',
  line: (name: string, left: number) =>
    left > 0 ? `${isolated(name)} (${formatNumber(left)} left)` : `${isolated(name)} (sold out)`,
  notEnough: (lines: readonly string[]) => `Not enough in stock: ${lines.join(', ')}`,
  someShort: 'Some products are not available in this quantity.',
})
