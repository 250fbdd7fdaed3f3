import { orderDeliveryMessages as texts } from '../delivery/order-messages.ts'
import type { OrderDelivery } from '../delivery/schema.ts'
import { formatDate } from '../kernel/locale.ts'
import type { SellerOrderState, ShipmentState } from './constants.ts'
import { progressMessages } from './screen-messages.ts'

type Promised = Pick<OrderDelivery, 'kind' | 'name' | 'arrives_from' | 'arrives_to'>

/** Returns whether goods are sent to an address, as they are without another promise. */
export function isSent(delivery: Pick<OrderDelivery, 'kind'> | undefined): boolean {
  return delivery === undefined || delivery.kind === 'parcel'
}

/** Returns the name of the method of an order, and of goods that need none. */
export function methodText({ kind, name }: Promised): string {
  return kind === 'none' ? texts.noDelivery : texts.method({ kind, name })
}

/** Returns when goods arrive, or can be collected; undefined before they are paid. */
export function promiseText({ kind, arrives_from, arrives_to }: Promised): string | undefined {
  if (!arrives_from || !arrives_to) return undefined
  const days = formatDate(arrives_from, arrives_to)
  return kind === 'pickup' ? texts.readyOn({ days }) : texts.arrives({ days })
}

/** Returns the lines that say how goods are delivered, when, and where they are collected. */
export function deliveryLines(delivery: Promised & Pick<OrderDelivery, 'pickup_address'>): string[] {
  const promise = promiseText(delivery)
  const address = delivery.pickup_address?.split(/\r?\n/) ?? []
  return [methodText(delivery), ...(promise ? [promise] : []), ...address].filter(Boolean)
}

/** Returns the state of a seller order in the words of its delivery. */
export function stateText(state: SellerOrderState, delivery: Pick<OrderDelivery, 'kind'> | undefined): string {
  const isCollected = delivery?.kind === 'pickup'
  if (isCollected && state === 'shipped') return texts.readyToCollect
  return isCollected && state === 'delivered' ? texts.collected : progressMessages.states[state]
}

/** Returns the state of a shipment in the words of its delivery. */
export function shipmentStateText(state: ShipmentState, delivery: Pick<OrderDelivery, 'kind'> | undefined): string {
  const isCollected = delivery?.kind === 'pickup'
  if (isCollected && state === 'sent') return texts.readyToCollect
  return isCollected && state === 'delivered' ? texts.collected : progressMessages.shipmentStates[state]
}
