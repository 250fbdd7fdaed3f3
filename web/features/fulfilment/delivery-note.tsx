import { orderDeliveryMessages } from '../../../shared/delivery/order-messages.ts'
import type { OrderDelivery } from '../../../shared/delivery/schema.ts'
import { deliveryLines } from '../../../shared/fulfilment/delivery-texts.ts'

/** The method of a delivery, its days of arrival, and where goods are collected. */
export function DeliveryNote({ delivery }: { delivery: OrderDelivery | undefined }) {
  if (!delivery) return null
  return deliveryLines(delivery).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of an address may repeat and never move
    <span key={index} className="block wrap-anywhere">
      {line}
    </span>
  ))
}

/** The same under a heading. */
export function DeliveryBlock({ delivery }: { delivery: OrderDelivery | undefined }) {
  if (!delivery) return null
  return (
    <div>
      <h3 className="mb-1 text-sm font-medium text-muted">{orderDeliveryMessages.delivery}</h3>
      <p>
        <DeliveryNote delivery={delivery} />
      </p>
    </div>
  )
}
