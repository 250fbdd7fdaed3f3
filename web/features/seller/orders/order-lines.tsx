import type { FullSellerOrder } from '../../../../shared/fulfilment/schema.ts'
import { Price } from '../../../ui/text.tsx'
import { LineCounts } from '../../fulfilment/seller-order-state.tsx'
import { LineList, lineOfSellerOrder } from '../../fulfilment/shipment-list.tsx'

interface OrderLinesProps {
  lines: FullSellerOrder['lines']
  /** Names the list. */
  caption: string
}

/** The products of an order, with quantity and unit price at the time of sale. */
export function OrderLines({ lines, caption }: OrderLinesProps) {
  return (
    <LineList
      label={caption}
      lines={lines}
      lineOf={lineOfSellerOrder({ lines })}
      note={(line) => (
        <span className="block text-sm text-muted">
          {line.product_id} · <Price amount={line.unit_price} /> <LineCounts line={line} />
        </span>
      )}
    />
  )
}
