import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { UNITS_SHOWN_AT_FIRST } from '../../../shared/orders/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import type { OrderLine } from '../../../shared/orders/schema.ts'
import { lineTotal } from '../../../shared/pricing/line-total.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { ProductPicture } from '../../ui/pictures/product-picture.tsx'
import { Price, withUnits } from '../../ui/text.tsx'

/** Larger orders are printed folded to save paper. */
const MAX_UNITS_PRINTED = 200

/** The ordered units: one row per unit, each with a quantity of 1. */
export function OrderUnits({ lines }: { lines: readonly OrderLine[] }) {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const printed = usePrinting() && units <= MAX_UNITS_PRINTED
  return (
    <table className="w-full border-collapse text-start">
      <caption className="sr-only">{orderMessages.unitsCaption}</caption>
      <thead>
        <tr className="border-b border-line text-sm text-muted">
          <th scope="col" className="py-2 pe-3 font-medium max-sm:text-xs">
            {orderMessages.product}
          </th>
          <th scope="col" className="px-1 py-2 text-center sm:px-2 font-medium max-sm:text-xs">
            {orderMessages.quantity}
          </th>
          <th scope="col" className="py-2 ps-3 text-end font-medium max-sm:text-xs">
            {orderMessages.price}
          </th>
        </tr>
      </thead>
      {lines.map((line) => (
        <LineUnits key={line.product_id} line={line} printed={printed} />
      ))}
    </table>
  )
}

function LineUnits({ line, printed }: { line: OrderLine; printed: boolean }) {
  const [unfolded, setUnfolded] = useState(false)
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => {
    // Moves the focus from the removed button to the first new unit.
    if (unfolded) body.current?.rows[UNITS_SHOWN_AT_FIRST + 1]?.querySelector('a')?.focus()
  }, [unfolded])
  const shown = unfolded || printed ? line.quantity : Math.min(line.quantity, UNITS_SHOWN_AT_FIRST)
  return (
    <tbody ref={body}>
      {line.quantity > 1 && (
        <tr className="border-b border-line">
          <th scope="rowgroup" colSpan={2} className="py-2.5 pe-3 font-semibold wrap-anywhere">
            <span className="flex items-center gap-3">
              <LinePicture line={line} />
              <span className="min-w-0">
                {withUnits(orderMessages.unitsOf({ units: line.quantity, name: line.product_name }))}
              </span>
            </span>
          </th>
          <td className="py-2.5 ps-3 text-end font-semibold whitespace-nowrap">
            <Price amount={lineTotal(line.unit_price, line.quantity)} />
          </td>
        </tr>
      )}
      {Array.from({ length: shown }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: units of a product have nothing else and never move
        <UnitRow key={index} line={line} />
      ))}
      {shown < line.quantity && (
        <tr className="border-b border-line">
          <td colSpan={3} className="py-3">
            <Button
              variant="ghost"
              size="small"
              aria-label={orderMessages.showAllOf({ count: line.quantity, name: line.product_name })}
              className="print:hidden"
              onClick={() => setUnfolded(true)}
            >
              {orderMessages.showAll({ count: line.quantity })}
            </Button>
            <span className="hidden print:inline">{orderMessages.andMore({ count: line.quantity - shown })}</span>
          </td>
        </tr>
      )}
    </tbody>
  )
}

function LinePicture({ line }: { line: OrderLine }) {
  return (
    <span className="w-14 shrink-0 max-sm:hidden">
      <ProductPicture src={line.featured_image} alt="" sizes="56px" className="rounded-field" />
    </span>
  )
}

function UnitRow({ line }: { line: OrderLine }) {
  return (
    <tr className="border-b border-line">
      <td className="py-2.5 pe-3">
        <div className="flex items-center gap-3">
          {line.quantity === 1 ? <LinePicture line={line} /> : <span className="w-14 shrink-0 max-sm:hidden" />}
          <Link
            to={`/product/${line.product_id}`}
            title={line.product_name}
            className="line-clamp-2 min-h-6 font-medium wrap-anywhere hover:underline"
          >
            {withUnits(line.product_name)}
          </Link>
        </div>
      </td>
      <td className="px-2 py-2.5 text-center">1</td>
      <td className="py-2.5 ps-3 text-end font-medium whitespace-nowrap">
        <Price amount={line.unit_price} />
      </td>
    </tr>
  )
}

function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // Synchronous, as the browser captures the page right after the event.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
