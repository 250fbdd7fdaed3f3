import { cardMessages } from '../../../shared/orders/card-messages.ts'

/** Brands of cards with their prefixes and digit groups. */
const BRANDS = [
  { name: cardMessages.brands.visa, begins: /^4/, groups: [4, 4, 4, 4, 3] },
  {
    name: cardMessages.brands.mastercard,
    begins: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    groups: [4, 4, 4, 4],
  },
  { name: cardMessages.brands.amex, begins: /^3[47]/, groups: [4, 6, 5] },
  { name: cardMessages.brands.discover, begins: /^(6011|65|64[4-9])/, groups: [4, 4, 4, 4, 3] },
] as const
const OTHER_GROUPS = [4, 4, 4, 4, 3] as const

function digitsOf(text: string, max: number): string {
  return text.replace(/\D/g, '').slice(0, max)
}

/** Returns the brand of a card number by its prefix; undefined if unknown. */
export function cardBrandOf(text: string): string | undefined {
  const digits = digitsOf(text, 19)
  return BRANDS.find(({ begins }) => begins.test(digits))?.name
}

/** Returns a card number in the groups in which it is embossed: `4242 4242 4242 4242`. */
export function groupCardNumber(text: string): string {
  const { groups } = BRANDS.find(({ name }) => name === cardBrandOf(text)) ?? { groups: OTHER_GROUPS }
  const digits = digitsOf(
    text,
    groups.reduce((sum: number, length) => sum + length, 0),
  )
  const parts: string[] = []
  let from = 0
  for (const length of groups) {
    parts.push(digits.slice(from, from + length))
    from += length
  }
  return parts.filter(Boolean).join(' ')
}

/** Formats an expiry date as `MM/YY`; a first digit above 1 is a one-digit month. */
export function formatExpiry(text: string): string {
  const typed = digitsOf(text, 4)
  const digits = /^[2-9]/.test(typed) ? `0${typed}`.slice(0, 4) : typed
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
}

/** Returns whether a card number is complete and passes its check digit (ISO/IEC 7812-1, Luhn). */
export function isCardNumber(text: string): boolean {
  const digits = digitsOf(text, 19)
  if (digits.length < 12) return false
  let sum = 0
  for (const [index, character] of [...digits].reverse().entries()) {
    const value = Number(character) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** Returns whether a card with this expiry month, `MM/YY`, has expired; undefined for an invalid date. */
export function hasExpired(text: string, now: Date): boolean | undefined {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(text) ?? []
  if (month === undefined || year === undefined) return undefined
  // The first day of the next month.
  return new Date(2000 + Number(year), Number(month), 1) <= now
}
