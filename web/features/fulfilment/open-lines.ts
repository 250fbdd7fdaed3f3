import { unitsLeft } from '../../../shared/fulfilment/rules.ts'
import type { FullSellerOrder } from '../../../shared/fulfilment/schema.ts'
import type { OpenLine } from './line-units.tsx'

/** Returns the lines of a seller order with units that are neither sent nor cancelled. */
export function openLines({ lines }: Pick<FullSellerOrder, 'lines'>): OpenLine[] {
  return lines
    .map((line) => ({ line_number: line.line_number, product_name: line.product_name, left: unitsLeft(line) }))
    .filter(({ left }) => left > 0)
}
