/** A line as it was paid. */
export interface PaidLine {
  amount: number
  quantity: number
}

/**
 * Returns what was paid for the next `units` of a line, of which `alreadyBack` were cancelled or came back: in whatever steps
 * units go back, together they give back exactly what was paid. The database has the same as `amount_of_units`.
 */
export function amountOfUnits(line: PaidLine, units: number, alreadyBack = 0): number {
  return amountOfFirst(line, alreadyBack + units) - amountOfFirst(line, alreadyBack)
}

function amountOfFirst({ amount, quantity }: PaidLine, units: number): number {
  const product = amount * units
  // A quotient would be rounded.
  return (product - (product % quantity)) / quantity
}
