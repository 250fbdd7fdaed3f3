import { centsToDecimal } from '../shared/kernel/money.ts'
import type { OrderState } from '../shared/orders/constants.ts'
import type { ShippingInfo } from '../shared/orders/schema.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../shared/payments/constants.ts'
import { priceCart } from '../shared/pricing/price-cart.ts'
import type { Random } from './random.ts'

export interface Offer {
  product_number: number
  product_id: string
  seller_id: string
  product_name: string
  price_cents: number
}

/** Offers by index from 0; a million offers do not fit in memory. */
export interface Assortment {
  count: number
  priceCents(index: number): number
  offer(index: number): Offer
}

export function assortmentOf(offers: readonly Offer[]): Assortment {
  const at = (index: number) => {
    const offer = offers[index]
    if (!offer) throw new RangeError('there is nothing to order')
    return offer
  }
  return { count: offers.length, priceCents: (index) => at(index).price_cents, offer: at }
}

export interface Buyer {
  user_id: string
  shipping_address: ShippingInfo
}

export interface OrderRow {
  order_number: number
  buyer_id: string
  order_state: OrderState
  /** Dollars with two decimals. */
  total_count: string
  products_id: string[]
  shipping_address: ShippingInfo
  payment_method: PaymentMethod
  created_at: Date
}

export interface LineRow {
  order_number: number
  line_number: number
  product_number: number
  seller_id: string
  product_name: string
  /** Dollars with two decimals. */
  unit_price: string
  quantity: number
  /** Dollars with two decimals. */
  amount: string
  cancelled: number
  sent: number
  returned_units: number
}

export interface OrderBook {
  orders: OrderRow[]
  lines: LineRow[]
  unitsSold: Map<number, number>
}

export const DAY_MS = 86_400_000
const DAYS = 40
/** Every 25th order is the printed buyer's. */
const FIRST_BUYER_EVERY = 25
/** States of the printed buyer's orders, oldest first. */
const FIRST_BUYER_STATES: readonly OrderState[] = [
  'delivered',
  'returned',
  'delivered',
  'delivered',
  'cancelled',
  'delivered',
  'delivered',
  'delivered',
  'confirmed',
  'pending',
]
/** Cheaper products are ordered in larger quantities. */
const SEVERAL_BELOW_CENTS = 4_000

/**
 * Generates `count` orders of the 40 days before `now`, numbered chronologically from `firstNumber`; with a part, only
 * the indexes from `from` up to but excluding `to`.
 */
export function generateOrders(
  random: Random,
  request: { count: number; firstNumber: number; offers: Assortment; buyers: readonly Buyer[]; now: Date },
  { from, to } = { from: 0, to: request.count },
): OrderBook {
  const { count, firstNumber, offers, buyers, now } = request
  const book: OrderBook = { orders: [], lines: [], unitsSold: new Map() }
  const step = (DAYS * DAY_MS - 60_000) / count
  for (let index = from; index < to; index++) {
    const order_number = firstNumber + index
    const isFirstBuyers = index % FIRST_BUYER_EVERY === FIRST_BUYER_EVERY - 1
    const buyer = (isFirstBuyers && buyers[0]) || random.pick(buyers)
    const shareBefore = index / count
    const { lines, total } = priceCart(makeLines(random, order_number, offers))
    const order_state =
      (isFirstBuyers && FIRST_BUYER_STATES[Math.floor(shareBefore * FIRST_BUYER_STATES.length)]) ||
      stateOf(random, 1 - shareBefore)
    for (const { product_number, quantity } of lines)
      book.unitsSold.set(product_number, (book.unitsSold.get(product_number) ?? 0) + quantity)
    for (const { product_id: _, unit, amount, ...line } of lines) {
      const prices = { unit_price: centsToDecimal(unit), amount: centsToDecimal(amount) }
      book.lines.push({ ...line, ...prices, ...countsOf(order_state, line.quantity) })
    }
    book.orders.push({
      order_number,
      buyer_id: buyer.user_id,
      order_state,
      total_count: centsToDecimal(total),
      products_id: lines.map(({ product_id }) => product_id),
      shipping_address: buyer.shipping_address,
      payment_method: random.pickWeighted(PAYMENT_METHODS, [6, 3, 1]),
      created_at: new Date(Math.round(now.getTime() - (count - index - random.next()) * step)),
    })
  }
  return book
}

function countsOf(state: OrderState, quantity: number): Counts {
  return {
    cancelled: state === 'cancelled' ? quantity : 0,
    sent: state === 'delivered' || state === 'returned' ? quantity : 0,
    returned_units: state === 'returned' ? quantity : 0,
  }
}

type Counts = Pick<LineRow, 'cancelled' | 'sent' | 'returned_units'>

function makeLines(random: Random, order_number: number, offers: Assortment) {
  const wanted = Math.min(random.pickWeighted([1, 2, 3, 4, 5], [46, 28, 14, 8, 4]), offers.count)
  const chosen = new Set<number>()
  while (chosen.size < wanted) chosen.add(pickOffer(random, offers))
  return [...chosen].map((chosenIndex, index) => {
    const { price_cents, ...offer } = offers.offer(chosenIndex)
    return {
      order_number,
      line_number: index + 1,
      ...offer,
      unit: price_cents,
      quantity: price_cents < SEVERAL_BELOW_CENTS ? random.pickWeighted([1, 2, 3, 4, 6], [50, 25, 12, 8, 5]) : 1,
    }
  })
}

/** Picks one of three products, most often the cheapest; some sell far better than others. */
function pickOffer(random: Random, offers: Assortment): number {
  const seen = [pickSkewed(random, offers), pickSkewed(random, offers), random.whole(0, offers.count - 1)]
  seen.sort((a, b) => offers.priceCents(a) - offers.priceCents(b))
  return random.pickWeighted(seen, [6, 3, 2])
}

/** Picks a shuffled offer, favoring the first ones. */
function pickSkewed(random: Random, { count }: Assortment): number {
  const rank = Math.floor(random.next() ** 2 * count)
  return (rank * 7_919) % count
}

/** Picks a state by an order's age, from 0 (new) to 1 (oldest). */
function stateOf(random: Random, age: number): OrderState {
  if (age < 0.04) return random.pickWeighted(['pending', 'cancelled'], [12, 1])
  if (age < 0.12) return random.pickWeighted(['pending', 'confirmed', 'cancelled'], [2, 12, 1])
  return random.pickWeighted(['delivered', 'confirmed', 'cancelled', 'returned'], [84, 4, 6, 6])
}
