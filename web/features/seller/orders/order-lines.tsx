import type { FullSellerOrder } from '../../../../shared/fulfilment/schema.ts'
import { sellerOrderMessages } from '../../../../shared/orders/seller-order-messages.ts'
import { NARROW_PX, useNarrowScreen } from '../../../ui/hooks.ts'
import { Price, withUnits } from '../../../ui/text.tsx'
import { LineCounts } from '../../fulfilment/seller-order-state.tsx'

const head = 'py-2 font-medium'

interface OrderLinesProps {
  lines: FullSellerOrder['lines']
  caption: string
}

/** The products of an order, with quantity and unit price at the time of sale. */
export function OrderLines(props: OrderLinesProps) {
  // On narrow screens three columns leave no space for the name.
  return useNarrowScreen(NARROW_PX) ? <LineList {...props} /> : <LineTable {...props} />
}

function LineList({ lines, caption }: OrderLinesProps) {
  return (
    <ul aria-label={caption} className="divide-y divide-line border-b border-line">
      {lines.map((line) => (
        <li key={line.product_id} className="grid grid-cols-1 gap-1 py-2.5">
          <p className="font-medium wrap-anywhere">{withUnits(line.product_name)}</p>
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="text-xs text-muted">
              {line.product_id} <LineCounts line={line} />
            </span>
            <span className="ms-auto min-w-0">
              <span className="font-semibold">{line.quantity}</span> × <Price amount={line.unit_price} />
            </span>
          </p>
        </li>
      ))}
    </ul>
  )
}

function LineTable({ lines, caption }: OrderLinesProps) {
  return (
    <table className="w-full border-collapse text-start">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-sm text-muted">
          <th scope="col" className={`${head} pe-3`}>
            {sellerOrderMessages.product}
          </th>
          <th scope="col" className={`${head} px-2 text-end`}>
            {sellerOrderMessages.quantity}
          </th>
          <th scope="col" className={`${head} ps-3 text-end`}>
            {sellerOrderMessages.unitPrice}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.product_id} className="border-b border-line">
            <th scope="row" className="py-2.5 pe-3 text-start font-medium wrap-anywhere">
              {withUnits(line.product_name)}
              <span className="block text-sm font-normal text-muted">
                <span className="sm:whitespace-nowrap">{line.product_id}</span> <LineCounts line={line} />
              </span>
            </th>
            <td className="px-2 py-2.5 text-end font-semibold">{line.quantity}</td>
            <td className="py-2.5 ps-3 text-end wrap-anywhere sm:whitespace-nowrap">
              <Price amount={line.unit_price} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
