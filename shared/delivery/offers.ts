import { DEFAULT_DISPATCH_DAYS, type DeliveryKind, type GoodsKind, type MethodKind, type PriceBy } from './constants.ts'
import { namesPlace } from './destinations.ts'

// Amounts in this file are in whole cents.

/** A method of a seller, as the database has it. */
export interface DeliveryMethod {
  method_id: string
  revision: number
  name: string
  kind: MethodKind
  /** See `destinations.ts`; empty for everywhere that no other method names. */
  destinations: string[]
  price_by: PriceBy
  /** For the order, or its first item. */
  price: number
  /** For each additional item. */
  more_price: number
  /** Rising. */
  weight_steps: { up_to: number; price: number }[]
  free_from: number | null
  days_from: number
  days_to: number
  pickup_address: string
}

/** A seller who has methods, with the active ones in order. */
export interface SellerDelivery {
  name: string
  handle: string
  dispatch_days: number | null
  away_until: string | null
  methods: DeliveryMethod[]
}

export interface LineToDeliver {
  seller_id: string
  amount: number
  quantity: number
  weight_grams: number | null
  delivery_kind: GoodsKind
  /** In any line of a seller; null in all for one without methods, who delivers for free. */
  delivery: SellerDelivery | null
}

export interface DeliveryPlace {
  /** ISO 3166 code; null: not given or not understood. */
  country: string | null
  postalCode: string
}

/** The goods of one seller: their amount, and the units and grams of those that are sent. */
interface GoodsToDeliver {
  amount: number
  units: number
  grams: number
}

export interface DeliveryOffer {
  method: DeliveryMethod
  price: number
}

/** A delivery as the order records it. */
export interface FrozenDelivery {
  seller_id: string
  /** Null for goods that need no delivery. */
  method_id: string | null
  name: string
  kind: DeliveryKind
  /** True for the method that an order without a choice gets. */
  is_first: boolean
  amount: number
  /** The lowest price offered for the same goods. */
  cheapest: number
  country: string | null
  /** The destinations of the method. */
  destinations: string[]
  /** Those of the seller's other parcel methods, as far as a later address is compared with them. */
  other_destinations: string[]
  pickup_address: string
  dispatch_days: number
  away_until: string | null
  days_from: number
  days_to: number
}

/** The chosen methods by seller; with the revision that the buyer saw, so that a changed method counts as deleted. */
export type DeliveryChoices = ReadonlyMap<string, { method: string; revision?: number | undefined }>

/** A seller's offers for the goods of a cart. */
export interface SellerOffers {
  seller_id: string
  goods: GoodsToDeliver
  /** `none` for goods that need no delivery, `free` for a seller without methods. */
  state: 'none' | 'free' | 'offered' | 'not_delivered' | 'method_gone'
  offers: DeliveryOffer[]
  /** The chosen one, else the first. */
  chosen: DeliveryOffer | undefined
  delivery: SellerDelivery | null
}

export function goodsOf(lines: readonly Omit<LineToDeliver, 'seller_id' | 'delivery'>[]): GoodsToDeliver {
  const goods = { amount: 0, units: 0, grams: 0 }
  for (const { amount, quantity, weight_grams, delivery_kind } of lines) {
    goods.amount += amount
    if (delivery_kind === 'none') continue
    goods.units += quantity
    goods.grams += quantity * (weight_grams ?? 0)
  }
  return goods
}

/** Returns the price of a method for goods of which at least one unit is sent; undefined for goods that are too heavy. */
export function priceOf(method: DeliveryMethod, { amount, units, grams }: GoodsToDeliver): number | undefined {
  const step = method.weight_steps.find(({ up_to }) => grams <= up_to)
  if (method.price_by === 'weight' && !step) return undefined
  if (method.free_from !== null && amount >= method.free_from) return 0
  if (step) return step.price
  return method.price + (method.price_by === 'item' ? method.more_price * (units - 1) : 0)
}

/**
 * Returns the methods that a seller offers for goods to a place, in the seller's order. Parcels go where a method names the
 * place, else by those for everywhere else; to an unknown country, or an unknown part of one, by those, else by the dearest.
 * Pick-up is offered where it names the place, and everywhere without destinations.
 */
export function offersFor(
  { methods }: Pick<SellerDelivery, 'methods'>,
  goods: GoodsToDeliver,
  { country, postalCode }: DeliveryPlace,
): DeliveryOffer[] {
  const priced = methods.flatMap((method) => {
    const price = priceOf(method, goods)
    return price === undefined ? [] : [{ method, price }]
  })
  const names = ({ destinations }: DeliveryMethod) => namesPlace(destinations, country, postalCode)
  // A method for which the goods are too heavy still names its places.
  const isNamed = methods.some((method) => method.kind === 'parcel' && names(method))
  const isOffered = ({ method }: DeliveryOffer) =>
    names(method) || (method.destinations.length === 0 && (method.kind === 'pickup' || !isNamed))
  const offered = priced.filter(isOffered)
  const isPossible = ({ destinations }: DeliveryMethod) =>
    country === null || mayName(destinations, { country, postalCode })
  if (!offered.some(({ method }) => method.kind === 'parcel')) {
    const others = priced.filter((one) => !offered.includes(one) && isPossible(one.method))
    const parcels = others.filter(({ method }) => method.kind === 'parcel')
    const dearest = (parcels.length || offered.length ? parcels : others).toSorted((a, b) => b.price - a.price)[0]
    if (dearest) offered.push(dearest)
  }
  return priced.filter((one) => offered.includes(one))
}

/** Returns whether a list names a place, or could: a blank postal code may be in any part of the country. */
function mayName(destinations: readonly string[], { country, postalCode }: DeliveryPlace): boolean {
  const isUnknownPart = country !== null && !postalCode.trim()
  return (
    namesPlace(destinations, country, postalCode) ||
    (isUnknownPart && destinations.some((one) => one.startsWith(`${country}:`)))
  )
}

/** Returns what each seller of a cart offers, in the order of first lines. */
export function offersOf(
  lines: readonly LineToDeliver[],
  place: DeliveryPlace,
  choices: DeliveryChoices,
): SellerOffers[] {
  return Array.from(
    Map.groupBy(lines, ({ seller_id }) => seller_id),
    ([seller_id, own]): SellerOffers => {
      const goods = goodsOf(own)
      const delivery = own.find((line) => line.delivery)?.delivery ?? null
      const nothing = { seller_id, goods, offers: [], chosen: undefined, delivery }
      if (goods.units === 0) return { ...nothing, state: 'none' }
      if (!delivery) return { ...nothing, state: 'free' }
      const offers = offersFor(delivery, goods, place)
      if (!offers.length) return { ...nothing, state: 'not_delivered' }
      const choice = choices.get(seller_id)
      const chosen = offers.find(
        ({ method }) =>
          method.method_id === choice?.method && (choice.revision === undefined || choice.revision === method.revision),
      )
      const state = choice === undefined || chosen ? 'offered' : 'method_gone'
      return { ...nothing, offers, chosen: chosen ?? offers[0], state }
    },
  )
}

/** Returns the deliveries that an order records, without those of sellers who deliver for free. */
export function frozenDeliveries(
  sellers: readonly SellerOffers[],
  { country, postalCode }: DeliveryPlace,
): FrozenDelivery[] {
  return sellers.flatMap(({ seller_id, state, offers, chosen, delivery }): FrozenDelivery[] => {
    const dispatch_days = delivery?.dispatch_days ?? DEFAULT_DISPATCH_DAYS
    const days = { dispatch_days, away_until: delivery?.away_until ?? null }
    if (state === 'none') return [{ seller_id, country, ...days, ...NOTHING_TO_SEND }]
    if (!chosen) return []
    const { method_id, name, kind, days_from, days_to, pickup_address, destinations } = chosen.method
    const others = delivery?.methods.filter((method) => method.kind === 'parcel' && method !== chosen.method) ?? []
    // All that `isInDestination` compares with; sellers may have thousands.
    const areParts = destinations.length === 0 || !postalCode.trim()
    const isCompared = (destination: string) =>
      kind === 'parcel' && (country === null || (areParts && destination.startsWith(country)))
    const alike = offers.filter(({ method }) => method.kind === kind).map(({ price }) => price)
    const { price: amount } = chosen
    const cheapest = Math.min(...alike)
    const method = { method_id, name, kind, days_from, days_to, pickup_address, destinations }
    const other_destinations = [...new Set(others.flatMap((other) => other.destinations.filter(isCompared)))]
    const is_first = chosen === offers[0]
    return [{ seller_id, country, ...days, ...method, is_first, other_destinations, amount, cheapest }]
  })
}

const NOTHING_TO_SEND = {
  method_id: null,
  name: '',
  kind: 'none' as const,
  is_first: true,
  amount: 0,
  cheapest: 0,
  destinations: [],
  other_destinations: [],
  pickup_address: '',
  days_from: 0,
  days_to: 0,
}

/** The part of a delivery that a later address is compared with. */
export type FrozenDestination = Pick<FrozenDelivery, 'kind' | 'country' | 'destinations' | 'other_destinations'>

/**
 * Returns whether a later address is in the destination that a delivery was paid for: in the same country, and where the
 * method goes. If no country or no postal code was known, a method for everywhere else covers what no other method names,
 * and the dearest covers what any method names.
 */
export function isInDestination(
  { kind, country, destinations, other_destinations }: FrozenDestination,
  place: DeliveryPlace,
): boolean {
  if (kind !== 'parcel') return true
  const isNamed = (list: readonly string[]) => namesPlace(list, place.country, place.postalCode)
  if (country !== null && place.country !== country) return false
  if (destinations.length === 0) return !isNamed(other_destinations)
  return mayName(destinations, place) || place.country === null || isNamed(other_destinations)
}
