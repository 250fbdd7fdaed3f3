import { countryName } from '../../../shared/delivery/country-names.ts'
import { deliveryMessages } from '../../../shared/delivery/messages.ts'
import type { FrozenDelivery, SellerOffers } from '../../../shared/delivery/offers.ts'
import { frozenDeliveries, offersOf } from '../../../shared/delivery/offers.ts'
import { promiseOf } from '../../../shared/delivery/promise.ts'
import type { Choices, OrderDelivery } from '../../../shared/delivery/schema.ts'
import { centsToDecimal, toDollars } from '../../../shared/kernel/money.ts'
import type { PlaceOrder } from '../../../shared/orders/schema.ts'
import { placeOf } from '../../shop/delivery/places.ts'
import { checkoutError } from '../orders/errors.ts'
import type { CartProduct, CheckoutRow } from './queries.ts'

/**
 * Returns the deliveries of a cart by the sellers' current methods, without those of sellers who deliver for free. Throws
 * AppError 409 where a seller does not deliver to the address, or the chosen method is gone.
 */
export function deliveriesFor(
  lines: readonly (CartProduct & { amount: number })[],
  { shipping_address, delivery: choices = [] }: PlaceOrder,
): FrozenDelivery[] {
  // Without methods everything is sent for free.
  const isFree = lines.every(({ delivery, delivery_kind }) => !delivery && delivery_kind === 'parcel')
  if (isFree && !choices.length) return []
  const place = placeOf(shipping_address)
  const sellers = offersOf(lines, place, new Map(choices.map(({ seller, ...choice }) => [seller, choice])))
  const refused = sellers.filter(({ state }) => state === 'not_delivered')
  if (refused.length)
    throw checkoutError('not_delivered_there', {
      sellers: refused.map(({ seller_id, delivery }) => ({
        seller_id,
        seller: delivery?.name ?? '',
        product_ids: lines
          .filter((line) => line.seller_id === seller_id && line.delivery_kind === 'parcel')
          .map(({ product_id }) => product_id),
      })),
      country: place.country === null ? '' : countryName(place.country),
    })
  // Also where the seller has none any more.
  const isGone = ({ state, seller_id }: SellerOffers) =>
    state === 'method_gone' || (state === 'free' && choices.some(({ seller }) => seller === seller_id))
  const gone = sellers.find(isGone)
  if (gone)
    throw checkoutError('method_gone', {
      seller_id: gone.seller_id,
      seller: gone.delivery?.name ?? deliveryMessages.aSeller,
      methods: gone.offers.map(({ method: { method_id, name }, price }) => ({
        method_id,
        name,
        price: toDollars(price),
      })),
    })
  return frozenDeliveries(sellers, place)
}

/** Returns whether choices are those of a checkout; where there is none, the first method is meant. */
export function areChosen(choices: Choices, { lines, deliveries }: Pick<CheckoutRow, 'lines' | 'deliveries'>): boolean {
  return lines.every(({ seller_id }) => {
    const delivery = deliveries.find((one) => one.seller_id === seller_id)
    const choice = choices.find(({ seller }) => seller === seller_id)
    if (!choice || delivery?.kind === 'none') return delivery?.is_first !== false
    return choice.method === delivery?.method_id
  })
}

/** Returns the rows that an order records of its deliveries, with the days of arrival once it is paid. */
export function promisesOf(deliveries: readonly FrozenDelivery[], paidOn: string | null) {
  return deliveries.map((delivery) => ({
    ...delivery,
    amount: centsToDecimal(delivery.amount),
    cheapest: centsToDecimal(delivery.cheapest),
    ...(paidOn !== null && delivery.kind !== 'none' && promiseOf(paidOn, delivery)),
  }))
}

/** Returns a delivery in its response form. */
export function orderDelivery(delivery: FrozenDelivery): OrderDelivery {
  const { seller_id, method_id, name, kind, pickup_address } = delivery
  return {
    seller_id,
    ...(method_id !== null && { method_id }),
    name,
    kind,
    amount: toDollars(delivery.amount),
    ...(pickup_address && { pickup_address }),
  }
}
