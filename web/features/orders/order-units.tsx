import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { UNITS_SHOWN_AT_FIRST } from '../../../shared/orders/constants.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import type { OrderLine } from '../../../shared/orders/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Price, withUnits } from '../../ui/text.tsx'

/** Larger orders are printed folded to save paper. */
const MAX_UNITS_PRINTED = 200
/** The number of rows that one press adds at most. */
const UNITS_ADDED = 100

/** The ordered units: one row per unit, each with a quantity of 1. */
export function OrderUnits({ lines }: { lines: readonly OrderLine[] }) {
  const [limit, setLimit] = useState(UNITS_SHOWN_AT_FIRST)
  const body = useRef<HTMLTableSectionElement>(null)
  const units = lines.flatMap((line) => Array.from({ length: line.quantity }, (_, unit) => ({ line, unit })))
  const printed = usePrinting() && units.length <= MAX_UNITS_PRINTED
  const shown = printed ? units : units.slice(0, limit)
  const isLastStep = units.length <= limit + UNITS_ADDED

  function showMore() {
    flushSync(() => setLimit(limit + UNITS_ADDED))
    // The pressed button may be gone.
    body.current?.rows[limit]?.querySelector('a')?.focus()
  }

  return (
    <>
      <table className="w-full border-collapse text-start text-sm">
        <caption className="sr-only">{orderMessages.unitsCaption}</caption>
        <thead>
          <tr className="border-b border-line text-muted">
            <th scope="col" className="py-2 pe-3 font-medium">
              {orderMessages.product}
            </th>
            <th scope="col" className="px-1 py-2 text-center font-medium">
              {orderMessages.quantity}
            </th>
            <th scope="col" className="py-2 ps-3 text-end font-medium">
              {orderMessages.price}
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {shown.map(({ line, unit }) => (
            <UnitRow key={`${line.product_id} ${unit}`} line={line} />
          ))}
        </tbody>
      </table>
      {shown.length < units.length && (
        <p className="border-b border-line py-2">
          <Button variant="ghost" size="small" className="-ms-3 print:hidden" onClick={showMore}>
            {isLastStep
              ? orderMessages.allUnits({ count: units.length })
              : orderMessages.moreUnits({ count: UNITS_ADDED })}
          </Button>
          <span className="hidden print:inline">{orderMessages.andMore({ count: units.length - shown.length })}</span>
        </p>
      )}
    </>
  )
}

function UnitRow({ line }: { line: OrderLine }) {
  return (
    <tr className="border-b border-line">
      <td className="py-2 pe-3">
        <Link
          to={`/product/${line.product_id}`}
          title={line.product_name}
          className="line-clamp-3 min-h-6 font-medium wrap-anywhere hover:underline"
        >
          {withUnits(line.product_name)}
        </Link>
      </td>
      <td className="px-1 py-2 text-center">1</td>
      <td className="py-2 ps-3 text-end font-medium whitespace-nowrap">
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
