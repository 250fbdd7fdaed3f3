import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type DeliveryMethod,
  frozenDeliveries,
  goodsOf,
  isInDestination,
  offersFor,
  offersOf,
  priceOf,
} from './offers.ts'
import { promiseOf, workingDayAfter } from './promise.ts'

let made = 0
const method = (facts: Partial<DeliveryMethod> = {}): DeliveryMethod => ({
  method_id: `method ${++made}`,
  revision: 1,
  name: 'Parcel',
  kind: 'parcel',
  destinations: [],
  price_by: 'order',
  price: 490,
  more_price: 0,
  weight_steps: [],
  free_from: null,
  days_from: 1,
  days_to: 3,
  pickup_address: '',
  ...facts,
})
const named = (name: string, facts: Partial<DeliveryMethod> = {}) => method({ name, ...facts })
const goods = { amount: 5_000, units: 3, grams: 2_500 }
const namesFor = (methods: DeliveryMethod[], country: string | null, postalCode = '') =>
  offersFor({ methods }, goods, { country, postalCode }).map((offer) => offer.method.name)

test.each([
  ['one price for the order', {}, 490],
  ['a price for the first and for each additional item', { price_by: 'item', more_price: 150 }, 790],
  [
    'the step of the weight',
    { price_by: 'weight', weight_steps: [2_000, 2_500, 9_000].map((up_to) => ({ up_to, price: up_to })) },
    2_500,
  ],
  ['nothing from the amount on', { free_from: 5_000 }, 0],
  ['its price below the amount', { free_from: 5_001 }, 490],
  [
    'nothing for goods that are too heavy, however much they cost',
    { price_by: 'weight', weight_steps: [{ up_to: 2_499, price: 100 }], free_from: 0 },
    undefined,
  ],
] as const)('a method costs %s', (_, facts, price) => {
  expect(priceOf(method(facts as Partial<DeliveryMethod>), goods)).toBe(price)
})

const METHODS = [
  named('Germany', { destinations: ['DE'] }),
  named('Berlin', { destinations: ['DE:10', 'DE:12'], price: 900 }),
  named('world', { price: 2_000 }),
  named('pick-up', { kind: 'pickup', price: 0 }),
  named('pick-up in France', { kind: 'pickup', destinations: ['FR'] }),
]
test.each([
  ['the methods that name the country', 'DE', '80331', ['Germany', 'pick-up']],
  ['those of its part, too', 'DE', 'D-10 115', ['Germany', 'Berlin', 'pick-up']],
  ['those for everywhere else', 'AT', '', ['world', 'pick-up']],
  ['a pick-up beside them that names the country', 'FR', '', ['world', 'pick-up', 'pick-up in France']],
  ['those for everywhere else without a country', null, '', ['world', 'pick-up']],
])('a seller offers %s', (_, country, postalCode, names) => {
  expect(namesFor(METHODS, country, postalCode)).toEqual(names)
})

test('without methods for everywhere else an unknown country gets the dearest, a known one none', () => {
  const parcels = METHODS.slice(0, 2)
  expect(namesFor(parcels, null)).toEqual(['Berlin'])
  expect(namesFor(parcels, 'FR')).toEqual([])
  expect(namesFor([...parcels, named('shop', { kind: 'pickup' })], null)).toEqual(['Berlin', 'shop'])
  // A cart knows no postal code.
  expect(['', ' ', '10115', '80331'].map((code) => namesFor(METHODS.slice(1, 2), 'DE', code).length)).toEqual([
    1, 1, 1, 0,
  ])
  expect(namesFor(METHODS.slice(1, 2), 'FR')).toEqual([])
})

test('goods that need no delivery count for free delivery only', () => {
  const line = { amount: 4_000, quantity: 2, weight_grams: 700 }
  expect(
    goodsOf([
      { ...line, delivery_kind: 'none' },
      { ...line, quantity: 1, delivery_kind: 'parcel' },
    ]),
  ).toEqual({
    amount: 8_000,
    units: 1,
    grams: 700,
  })
})

const seller = fc.constantFrom('a', 'b', 'c')
const anyMethod = fc.record({
  kind: fc.constantFrom('parcel' as const, 'pickup' as const),
  destinations: fc.subarray(['DE', 'DE:10', 'FR', 'US']),
  price_by: fc.constantFrom('order' as const, 'item' as const, 'weight' as const),
  price: fc.integer({ min: 0, max: 999_999_999 }),
  more_price: fc.integer({ min: 0, max: 999_999_999 }),
  free_from: fc.option(fc.integer({ min: 0, max: 10_000 })),
  weight_steps: fc.constantFrom<DeliveryMethod['weight_steps'][]>(
    [],
    [{ up_to: 1_000, price: 100 }],
    [
      { up_to: 500, price: 0 },
      { up_to: 1_000_000, price: 700 },
    ],
  ),
})
const anyLine = fc.record({
  seller_id: seller,
  amount: fc.integer({ min: 0, max: 999_999_999 }),
  quantity: fc.integer({ min: 1, max: 999 }),
  weight_grams: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
  delivery_kind: fc.constantFrom('parcel' as const, 'none' as const),
})
const anyCart = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 12 }),
  methods: fc.dictionary(seller, fc.array(anyMethod, { maxLength: 6 })),
  place: fc.record({
    country: fc.constantFrom('DE', 'FR', 'JP', null),
    postalCode: fc.constantFrom('', '10115', '99'),
  }),
})

test('a delivery costs what was offered, at least the cheapest, and each seller’s alone', () => {
  fc.assert(
    fc.property(anyCart, ({ lines, methods, place }) => {
      const deliveryOf = (id: string) =>
        methods[id]
          ? { name: id, handle: id, dispatch_days: null, away_until: null, methods: methods[id].map(method) }
          : null
      const own = lines.map((line) => ({ ...line, delivery: deliveryOf(line.seller_id) }))
      const sellers = offersOf(own, place, new Map())
      const frozen = frozenDeliveries(sellers, place)
      expect(
        frozen.every(({ amount, cheapest }) => Number.isSafeInteger(amount) && cheapest >= 0 && cheapest <= amount),
      ).toBe(true)
      expect(frozen.filter((one) => !isInDestination(one, place))).toEqual([])
      for (const one of sellers) {
        const [alone] = offersOf(
          own.filter(({ seller_id }) => seller_id === one.seller_id),
          place,
          new Map(),
        )
        expect([alone?.state, alone?.chosen?.price]).toEqual([one.state, one.chosen?.price])
        expect(frozen.filter(({ seller_id }) => seller_id === one.seller_id).length).toBe(
          one.state === 'none' || one.chosen ? 1 : 0,
        )
        // A country that is not known refuses only what is too heavy.
        if (one.state === 'not_delivered' && place.country === null)
          expect(one.delivery?.methods.every((each) => priceOf(each, one.goods) === undefined)).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('an order records those destinations of other parcels with which a later address is compared', () => {
  const methods = [
    named('Berlin', { destinations: ['DE:10'] }),
    named('Alps', { destinations: ['AT:6', 'CH'] }),
    named('world', { price: 2_000 }),
    named('pick-up', { kind: 'pickup' }),
  ]
  const delivery = { name: 'Ada', handle: 'ada', dispatch_days: null, away_until: null, methods }
  const line = {
    seller_id: 'a',
    amount: 1,
    quantity: 1,
    weight_grams: null,
    delivery_kind: 'parcel' as const,
    delivery,
  }
  const recorded = (country: string | null, postalCode: string, method: DeliveryMethod | undefined) => {
    const place = { country, postalCode }
    const sellers = offersOf([line], place, new Map([['a', { method: method?.method_id ?? '' }]]))
    return frozenDeliveries(sellers, place).map(({ name, other_destinations }) => [name, ...other_destinations])
  }
  const [berlin, , world, pickup] = methods
  expect(recorded('DE', '10115', berlin)).toEqual([['Berlin']])
  expect(recorded('DE', '80331', world)).toEqual([['world', 'DE:10']])
  expect(recorded('DE', '80331', pickup)).toEqual([['pick-up']])
  expect(recorded(null, '', world)).toEqual([['world', 'DE:10', 'AT:6', 'CH']])
  delivery.methods = [
    named('Berlin', { destinations: ['DE:10'] }),
    named('Munich', { destinations: ['DE:80'], price: 900 }),
  ]
  expect(recorded('DE', '', undefined)).toEqual([['Munich', 'DE:10']])
})

test.each([
  ['2026-11-27', 1, '2026-11-30'],
  ['2026-11-28', 1, '2026-11-30'],
  ['2026-11-29', 5, '2026-12-04'],
  ['2026-12-31', 3, '2027-01-05'],
])('from %s, %i working days end on %s', (from, days, end) => {
  expect(workingDayAfter(from, days)).toBe(end)
})

test('days are promised from the payment, or from the end of the seller’s absence when that is later', () => {
  const days = { dispatch_days: 2, away_until: '2026-12-24', days_from: 1, days_to: 3 }
  const promised = { ship_by: '2026-12-28', arrives_from: '2026-12-29', arrives_to: '2026-12-31' }
  expect(promiseOf('2026-11-30', days)).toEqual(promised)
  expect(promiseOf('2026-12-28', days).ship_by).toBe('2026-12-30')
})

const parcelTo = (country: string | null, destinations: string[], other_destinations: string[] = []) => ({
  kind: 'parcel' as const,
  country,
  destinations,
  other_destinations,
})
test.each([
  ['the same part of the country', parcelTo('DE', ['DE:10', 'DE:12']), 'DE', '12043', true],
  ['another part of it', parcelTo('DE', ['DE:10', 'DE:12']), 'DE', '80331', false],
  ['another country, though the method goes there', parcelTo('DE', ['DE', 'AT']), 'AT', '', false],
  ['a country that is not understood', parcelTo('DE', ['DE']), null, '', false],
  ['no known part of it', parcelTo('DE', ['DE:10']), 'DE', ' ', true],
  [
    'a cheaper part, after the dearest was paid without a postal code',
    parcelTo('DE', ['DE:80'], ['DE:10']),
    'DE',
    '10115',
    true,
  ],
  ['a part with a price of its own', parcelTo('DE', [], ['DE:27']), 'DE', '27498', false],
  ['the rest of that country', parcelTo('DE', [], ['DE:27']), 'DE', '10115', true],
  [
    'a place with another price, after everywhere else was paid without a country',
    parcelTo(null, [], ['CH']),
    'CH',
    '',
    false,
  ],
  ['everywhere else', parcelTo(null, [], ['CH']), 'FR', '', true],
  ['a cheaper place, after the dearest was paid without a country', parcelTo(null, ['CH'], ['DE']), 'DE', '', true],
  ['a place where the seller does not deliver', parcelTo(null, ['CH'], ['DE']), 'JP', '', false],
] as const)('an address may move to %s: %j to %s %s is %s', (_, delivery, country, postalCode, isIn) => {
  expect(isInDestination({ ...delivery, destinations: [...delivery.destinations] }, { country, postalCode })).toBe(isIn)
})
