import type { LineUnits } from '../../../shared/fulfilment/schema.ts'
import { progressMessages } from '../../../shared/fulfilment/screen-messages.ts'
import { formatList } from '../../../shared/kernel/locale.ts'
import { formatDollars, sumLines } from '../../../shared/kernel/money.ts'
import type { PaymentState } from '../../../shared/payments/constants.ts'

type SoldLines = readonly { line_number: number; product_name: string; unit_price: number }[]

/** Returns whether money goes back when units of an order are cancelled. */
export function isPaid({ payment }: { payment?: { payment_state: PaymentState } | undefined }): boolean {
  return payment?.payment_state === 'paid'
}

/** Returns what units were sold for, as text. */
export function worthOf(lines: SoldLines, units: readonly LineUnits[]): string {
  const prices = new Map(lines.map((line) => [line.line_number, line.unit_price]))
  const sold = units.map(({ line_number, quantity }) => ({ unitPrice: prices.get(line_number) ?? 0, quantity }))
  return formatDollars(sumLines(sold))
}

/** Returns units with the names of their products: `2 × Lamp and 1 × Cup`. */
export function itemsOf(lines: SoldLines, units: readonly LineUnits[]): string {
  const names = new Map(lines.map((line) => [line.line_number, line.product_name]))
  return formatList(
    units.map(({ line_number, quantity }) => progressMessages.lineOf(quantity, names.get(line_number) ?? '')),
  )
}
