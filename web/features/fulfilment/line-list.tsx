import type { ReactNode } from 'react'
import type { LineUnits } from '../../../shared/fulfilment/schema.ts'
import { progressMessages } from '../../../shared/fulfilment/screen-messages.ts'
import type { OrderLine } from '../../../shared/orders/schema.ts'
import { ProductPicture } from '../../ui/pictures/product-picture.tsx'

export type LineOf = (lineNumber: number) => Pick<OrderLine, 'product_name' | 'featured_image'> | undefined

/** Returns the lookup of a seller order's lines by their number. */
export function lineOfSellerOrder({ lines }: { lines: readonly (OrderLine & { line_number: number })[] }): LineOf {
  return (lineNumber) => lines.find(({ line_number }) => line_number === lineNumber)
}

interface LineListProps<Line extends LineUnits> {
  label?: string
  lines: readonly Line[]
  lineOf: LineOf
  /** Shown after the name. */
  note?: (line: Line) => ReactNode
}

/** Units of ordered products with their pictures. */
export function LineList<Line extends LineUnits>({ label, lines, lineOf, note }: LineListProps<Line>) {
  return (
    <ul aria-label={label} className="grid gap-2">
      {lines.map((line) => {
        const product = lineOf(line.line_number)
        return (
          <li key={line.line_number} className="flex min-w-0 items-center gap-3">
            <span className="w-12 shrink-0 overflow-hidden rounded-field print:hidden">
              <ProductPicture src={product?.featured_image ?? ''} alt="" sizes="48px" />
            </span>
            <span className="min-w-0 wrap-anywhere">
              {progressMessages.lineOf({ units: line.quantity, name: product?.product_name ?? '' })}
              {note?.(line)}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
