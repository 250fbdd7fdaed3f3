export interface PaidLine {
  amount: number
  quantity: number
}

/**
 * Returns the amount of the next `units` of a line after `alreadyBack` reversed ones. The amounts of all units add up
 * to what was paid, in whatever steps they are reversed. `amount_of_units` in the database does the same.
 */
export function amountOfUnits(line: PaidLine, units: number, alreadyBack = 0): number {
  return amountOfFirst(line, alreadyBack + units) - amountOfFirst(line, alreadyBack)
}

function amountOfFirst({ amount, quantity }: PaidLine, units: number): number {
  const product = amount * units
  // Exact, unlike a quotient.
  return (product - (product % quantity)) / quantity
}

/** An amount of a seller order by its parts, in cents: its delivery, and the goods with all other charges. */
export interface Parts {
  goods: number
  delivery: number
}

/** The charges of a seller order, in cents. */
export interface PaidCharges {
  delivery: number
  /** The lowest price that was offered for the delivery. */
  cheapest: number
  /** Negative for deductions. */
  other: number
}

export const NOTHING: Parts = { goods: 0, delivery: 0 }

export const sumOfParts = ({ goods, delivery }: Parts): number => goods + delivery

/** Returns what was neither refunded nor released of a seller order. */
export function refundable(paid: Parts, refunded: Parts = NOTHING): Parts {
  return {
    goods: Math.max(0, paid.goods - refunded.goods),
    delivery: Math.max(0, paid.delivery - refunded.delivery),
  }
}

/** The amounts of a seller order that were refunded or released. */
export interface Refunded {
  all: Parts
  /** Without goodwill: the part that counts towards cancelled or returned units. */
  counted: Parts
}

/**
 * Returns what is still due for units: their worth, less earlier refunds for units (goodwill does not count), and at most what
 * is left of the seller order. `gone` is the amount of all units that are cancelled or returned; `added` is the minimum that
 * goes back of the delivery.
 */
export function refundDue(
  wanted: Parts,
  { paid, gone }: { paid: Parts; gone: Parts },
  { all, counted }: Refunded = { all: NOTHING, counted: NOTHING },
  added = 0,
): Parts {
  const left = refundable(paid, all)
  const due = (part: keyof Parts) => Math.max(0, Math.min(wanted[part], gone[part] - counted[part], left[part]))
  return { goods: due('goods'), delivery: Math.max(due('delivery'), Math.min(added, left.delivery)) }
}

/** Returns the parts of an amount of which as much as is left goes to the goods first. */
export function goodsFirst(amount: number, left: Parts): Parts {
  const delivery = Math.max(0, Math.min(amount - left.goods, left.delivery))
  return { goods: amount - delivery, delivery }
}

/**
 * Returns the parts of a refund for each seller, by what is left of each: the goods first, unless some of it is for the
 * deliveries.
 */
export function splitRefund(cents: number, left: readonly Parts[], ofDelivery?: number): Parts[] {
  if (ofDelivery === undefined)
    return splitOver(cents, left.map(sumOfParts)).map((share, index) => goodsFirst(share, left[index] ?? NOTHING))
  const partsOf = (amount: number, part: keyof Parts) =>
    splitOver(
      amount,
      left.map((parts) => parts[part]),
    )
  const deliveries = partsOf(ofDelivery, 'delivery')
  return partsOf(cents - ofDelivery, 'goods').map((goods, index) => ({ goods, delivery: deliveries[index] ?? 0 }))
}

/**
 * Splits an amount by the proportions of `parts`, in whole cents: the remainder goes to the largest fractions, the
 * first of them first. Returns zeros if all parts are 0.
 */
export function splitOver(amount: number, parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + BigInt(part), 0n)
  if (whole === 0n) return parts.map(() => 0)
  const exact = parts.map((part) => BigInt(amount) * BigInt(part))
  const shares = exact.map((product) => Number(product / whole))
  const over = amount - shares.reduce((sum, share) => sum + share, 0)
  const byRemainder = exact.map((product, index) => ({ index, remainder: product % whole }))
  byRemainder.sort((one, other) => Number(other.remainder - one.remainder))
  for (const { index } of byRemainder.slice(0, over)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}
