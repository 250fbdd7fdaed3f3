import type { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import type { DeliveryOffer, LineToDeliver, SellerDelivery, SellerOffers } from '../../../shared/delivery/offers.ts'
import { frozenDeliveries, offersOf } from '../../../shared/delivery/offers.ts'
import { promiseOf, usualDays } from '../../../shared/delivery/promise.ts'
import type { Quote, QuotedMethod, QuotedSeller, quoteRequestSchema } from '../../../shared/delivery/schema.ts'
import { dayOf } from '../../../shared/kernel/calendar.ts'
import { decimalToCents, toDollars } from '../../../shared/kernel/money.ts'
import { paidCharge } from '../../../shared/pricing/charge-rows.ts'
import { priceCart } from '../../../shared/pricing/price-cart.ts'
import { listToQuote } from '../catalog/products/purchase-queries.ts'
import { placeOf } from './places.ts'

type QuoteRequest = z.output<typeof quoteRequestSchema>
type QuotedLine = LineToDeliver & { product_id: string; unit: number }

/** Returns what the delivery of products would cost that are in the shop now; others are left out. */
export async function quoteDelivery(
  db: Db,
  { lines: wanted, country, postal_code, chosen = [] }: QuoteRequest,
  now: Date,
): Promise<Quote> {
  const ids = wanted.map(({ product_id }) => product_id)
  const products = await listToQuote(db, ids)
  const lines = wanted.flatMap(({ product_id, quantity }): QuotedLine[] => {
    const product = products.get(product_id)
    const unit = decimalToCents(product?.product_price ?? '0')
    return product ? [{ ...product, quantity, unit, amount: 0 }] : []
  })
  const place = placeOf({ country, postalCode: postal_code })
  const priced = priceCart(lines)
  const choices = new Map(chosen.map(({ seller, ...choice }) => [seller, choice]))
  const offered = offersOf(priced.lines, place, choices)
  const { charges, total } = priceCart(lines, { deliveries: frozenDeliveries(offered, place) })
  const nameOf = new Map([...products.values()].map(({ seller_id, name, handle }) => [seller_id, { name, handle }]))
  return {
    country: place.country,
    needs_address: offered.some(({ state, chosen: one }) => state !== 'none' && one?.method.kind !== 'pickup'),
    sellers: offered.map((seller) => ({
      ...quotedSeller(seller, dayOf(now)),
      name: nameOf.get(seller.seller_id)?.name ?? '',
      handle: nameOf.get(seller.seller_id)?.handle ?? '',
      product_ids: lines
        .filter((line) => line.seller_id === seller.seller_id && line.delivery_kind === 'parcel')
        .map(({ product_id }) => product_id),
    })),
    charges: charges.map(paidCharge),
    total: toDollars(total),
  }
}

function quotedSeller(
  { seller_id, goods, state, offers, chosen, delivery }: SellerOffers,
  today: string,
): Omit<QuotedSeller, 'name' | 'handle' | 'product_ids'> {
  const isAway = delivery?.away_until && delivery.away_until > today
  return {
    seller_id,
    goods: toDollars(goods.amount),
    state,
    methods: delivery ? offers.map((offer) => quotedMethod(offer, { delivery, goods, today })) : [],
    ...(chosen && { method_id: chosen.method.method_id }),
    ...(isAway && { away_until: delivery.away_until ?? undefined }),
  }
}

function quotedMethod(
  { method, price }: DeliveryOffer,
  { delivery, goods, today }: { delivery: SellerDelivery; goods: { amount: number }; today: string },
): QuotedMethod {
  const { method_id, revision, name, kind, days_from, days_to, pickup_address, free_from } = method
  const days = { dispatch_days: delivery.dispatch_days, away_until: delivery.away_until, days_from, days_to }
  const { arrives_from, arrives_to } = promiseOf(today, days)
  const missing = price > 0 && free_from !== null ? free_from - goods.amount : 0
  return {
    method_id,
    revision,
    name,
    kind,
    price: toDollars(price),
    ...usualDays(days),
    arrives_from,
    arrives_to,
    ...(pickup_address && { pickup_address }),
    ...(missing > 0 && { missing_for_free: toDollars(missing) }),
  }
}
