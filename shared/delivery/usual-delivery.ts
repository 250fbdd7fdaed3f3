import { z } from 'zod'
import { toDollars } from '../kernel/money.ts'
import { METHOD_KINDS } from './constants.ts'
import { goodsOf, type LineToDeliver, priceOf, type SellerDelivery } from './offers.ts'
import { usualDays } from './promise.ts'

/** Delivery as a page says it to everyone, wherever they live: by the method that costs least. */
export const usualDeliverySchema = z.object({
  /** Parcels if there are any; `not_delivered`: no method is active. */
  kind: z.enum([...METHOD_KINDS, 'not_delivered']),
  /** Dollars for one unit. */
  price: z.number(),
  /** Days from payment to arrival. */
  days_from: z.number().int(),
  days_to: z.number().int(),
})
export type UsualDelivery = z.infer<typeof usualDeliverySchema>

/** Returns how a seller's goods are usually delivered. */
export function usualDelivery(
  { methods, dispatch_days }: SellerDelivery,
  unit: Pick<LineToDeliver, 'amount' | 'weight_grams'>,
): UsualDelivery {
  const goods = goodsOf([{ ...unit, quantity: 1, delivery_kind: 'parcel' }])
  const offers = methods.flatMap((method) => {
    const price = priceOf(method, goods)
    return price === undefined ? [] : [{ method, price }]
  })
  const parcels = offers.filter(({ method }) => method.kind === 'parcel')
  const [cheapest] = (parcels.length ? parcels : offers).toSorted((one, other) => one.price - other.price)
  if (!cheapest) return { kind: 'not_delivered', price: 0, days_from: 0, days_to: 0 }
  const { kind, days_from, days_to } = cheapest.method
  return { kind, price: toDollars(cheapest.price), ...usualDays({ dispatch_days, days_from, days_to }) }
}
