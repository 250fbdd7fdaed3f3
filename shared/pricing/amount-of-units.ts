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
