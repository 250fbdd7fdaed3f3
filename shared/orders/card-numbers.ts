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
export function hasCardNumber(text: string): boolean {
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
