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
