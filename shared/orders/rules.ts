import { MAX_ID_DIGITS, MIN_ID_DIGITS, PAYMENT_DETAILS } from './constants.ts'
import { orderMessages } from './messages.ts'

const SHIPPING_FIELDS = ['fullName', 'address', 'city', 'postalCode', 'country'] as const

type ShippingInfo = Record<(typeof SHIPPING_FIELDS)[number], string>

/** Parses a stored shipping address, an object or its JSON text; null if it is neither. */
export function readShippingAddress(stored: unknown): ShippingInfo | null {
  const address = typeof stored === 'string' ? parse(stored) : stored
  if (typeof address !== 'object' || address === null || Array.isArray(address)) return null
  const fields = new Map<string, unknown>(Object.entries(address))
  const read = (field: string) => {
    const value = fields.get(field)
    return typeof value === 'string' ? value : ''
  }
  return Object.fromEntries(SHIPPING_FIELDS.map((field) => [field, read(field)])) as ShippingInfo
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Compared in normalised form: `cardNumber`, `card_number`, `Card number`. */
const DETAIL_NAMES = new Set([...PAYMENT_DETAILS.map(plainName), 'cvc', 'expiry'])

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '')
}

/**
 * Removes members, at any depth, that are named like a payment detail or contain a card number: a faulty client must
 * not store a card in free-form metadata.
 */
export function withoutPaymentDetails<T>(value: T): T {
  if (Array.isArray(value)) return value.filter((member) => !isCard(member)).map(withoutPaymentDetails) as T
  if (typeof value !== 'object' || value === null) return value
  const left = Object.entries(value).filter(
    ([name, member]) => !DETAIL_NAMES.has(plainName(name)) && !isCard(name) && !isCard(member),
  )
  return Object.fromEntries(left.map(([name, member]) => [name, withoutPaymentDetails(member)])) as T
}

function isCard(value: unknown): boolean {
  return (typeof value === 'string' || Number.isInteger(value)) && hasCardNumber(String(value))
}

/** Returns whether a parcel can be addressed; a country alone, which the checkout fills in, is not an address. */
export function hasAddress({ fullName, address, city, postalCode }: ShippingInfo): boolean {
  return [fullName, address, city, postalCode].some((line) => line.trim() !== '')
}

/** Returns the lines of an address label; empty without an address. */
export function addressLines({ fullName, address, city, postalCode, country }: ShippingInfo): string[] {
  const place = `${city} ${postalCode}`
  return [fullName, address, place, country].map((line) => line.trim()).filter(Boolean)
}

/** Returns the number in an order's id: 42 of `ORD00042`. */
export function orderNumberOf(orderId: string): number {
  return Number(orderId.slice(3))
}

/**
 * Returns the order numbers that a search for an order id matches, as ascending ranges without overlap: ids that start
 * with the text, ignoring case and with or without `ORD`; a number also matches the order of that number.
 */
export function orderNumbersMatching(text: string): { first: number; last: number }[] {
  // `ORD` and digits, digits alone, or a prefix of `ORD`; an empty text matches every id.
  const [found, prefix, digits = ''] = /^(?:(ord)?(\d{0,12})|or?)$/i.exec(text.trim()) ?? []
  if (!found) return []
  const ranges: { first: number; last: number }[] = []
  if (prefix === undefined && Number(digits) > 0) ranges.push({ first: Number(digits), last: Number(digits) })
  for (let length = Math.max(MIN_ID_DIGITS, digits.length); length <= MAX_ID_DIGITS; length++) {
    const size = 10 ** (length - digits.length)
    const first = Number(digits) * size
    // Longer ids have no leading zeros.
    const smallest = length === MIN_ID_DIGITS ? 1 : 10 ** (length - 1)
    if (first + size > smallest) ranges.push({ first: Math.max(first, smallest), last: first + size - 1 })
  }
  return withoutOverlap(ranges)
}

function withoutOverlap(ranges: { first: number; last: number }[]): { first: number; last: number }[] {
  const rising = ranges.sort((a, b) => a.first - b.first)
  return rising.filter(({ last }, index) => !rising.slice(0, index).some((earlier) => earlier.last >= last))
}

/** Returns the name of an order's state; an unknown one, of a newer version, unchanged. */
export function orderStateName(state: string): string {
  return (orderMessages.states as Readonly<Record<string, string>>)[state] ?? state
}

/** A run of digits, in groups separated by single blanks, hyphens or dots. */
const DIGIT_RUN = /\d(?:[ .-]?\d){12,}/g
const MIN_DIGITS = 13
const MAX_DIGITS = 19

/** Prefixes and lengths of the numbers that card networks issue. */
const NETWORKS = [
  // Visa.
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  // Mastercard.
  /^(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$/,
  // American Express, Diners Club, JCB.
  /^3[47]\d{13}$/,
  /^3(?:0[0-5]|09|[68]\d|9\d)\d{11,16}$/,
  /^35(?:2[89]|[3-8]\d)\d{12,15}$/,
  // Discover, UnionPay, Maestro.
  /^6(?:011|4[4-9]\d|5\d\d|2\d\d)\d{12,15}$/,
  /^(?:50|5[6-9]|6[37])\d{14,17}$/,
]

/** Returns whether a text contains a number like a payment card's, with a valid check digit. */
function hasCardNumber(text: string): boolean {
  for (const [run] of text.matchAll(DIGIT_RUN)) if (hasCardIn(run)) return true
  return false
}

function hasCardIn(run: string): boolean {
  const groups = run.split(/[ .-]/)
  return groups.some((_, start) => {
    let digits = ''
    for (const group of groups.slice(start, start + MAX_DIGITS)) {
      digits += group
      if (digits.length > MAX_DIGITS) return false
      if (digits.length >= MIN_DIGITS && NETWORKS.some((network) => network.test(digits)) && isChecked(digits))
        return true
    }
    return false
  })
}

function isChecked(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
