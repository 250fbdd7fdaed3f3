import type { OrderLine } from '../../../shared/orders/schema.ts'
import { Price } from '../../ui/price.tsx'

const head = 'py-2 font-medium max-sm:text-xs'

/** Products of an order with quantity and price of a unit, as sold. */
export function OrderLines({ lines, caption }: { lines: readonly OrderLine[]; caption: string }) {
  return (
    <table className="w-full border-collapse text-left tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-line text-sm text-muted">
          <th scope="col" className={`${head} pr-3`}>
            Product
          </th>
          <th scope="col" className={`${head} px-1 text-right sm:px-2`}>
            Quantity
          </th>
          <th scope="col" className={`${head} pl-3 text-right`}>
            Unit price
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.product_id} className="border-b border-line">
            <th scope="row" className="py-2.5 pr-3 text-left font-medium wrap-anywhere">
              {line.product_name}
              <span className="block text-sm font-normal whitespace-nowrap text-muted max-sm:text-xs">
                {line.product_id}
              </span>
            </th>
            <td className="px-2 py-2.5 text-right font-semibold">{line.quantity}</td>
            <td className="py-2.5 pl-3 text-right whitespace-nowrap">
              <Price amount={line.unit_price} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
