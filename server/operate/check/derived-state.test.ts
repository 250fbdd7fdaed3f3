import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SellerOrderState } from '../../../shared/fulfilment/constants.ts'
import { ORDER_STATES, type OrderState } from '../../../shared/orders/constants.ts'
import { openForTests } from '../../../tests/support/open-for-tests.ts'
import { fulfilmentRules } from './fulfilment-rules-queries.ts'
import { countViolations } from './queries.ts'

const STATES = {
  p: 'pending',
  c: 'confirmed',
  s: 'shipped',
  d: 'delivered',
  x: 'cancelled',
  r: 'returned',
} as const satisfies Record<string, SellerOrderState>
type Letter = keyof typeof STATES

/** The expected state of an order by the states that occur among its seller orders. */
const WRITTEN: Record<OrderState, string> = {
  cancelled: 'x',
  returned: 'r xr',
  delivered: 'd dx dr dxr',
  pending: 'p px',
  confirmed: `c s pc ps pd pr cs cd cx cr sd sx sr pcs pcd pcx pcr psd psx psr pdx pdr pxr csd csx csr cdx cdr cxr sdx sdr
    sxr pcsd pcsx pcsr pcdx pcdr pcxr psdx psdr psxr pdxr csdx csdr csxr cdxr sdxr pcsdx pcsdr pcsxr pcdxr psdxr csdxr
    pcsdxr`,
}
const stateOf = new Map(
  ORDER_STATES.flatMap((state) => WRITTEN[state].split(/\s+/).map((occurring) => [occurring, state] as const)),
)
const LETTERS = Object.keys(STATES) as Letter[]
const written = (combination: string) => stateOf.get(LETTERS.filter((letter) => combination.includes(letter)).join(''))

/** All combinations of up to four seller orders. */
const combinations = [1, 2, 3, 4].flatMap((count) =>
  Array.from({ length: count }).reduce<string[]>(
    (all) => all.flatMap((one) => LETTERS.map((letter) => one + letter)),
    [''],
  ),
)
const statesIn = (combination: string) => [...combination].map((letter) => STATES[letter as Letter])

const market = await openForTests()
const { db } = market
const [buyer, ...sellers] = Array.from({ length: 5 }, () => randomUUID())
await sql`insert into users (id, email, role)
  select id, id || '@example.com', case when place = 1 then 'buyer' else 'seller' end
  from unnest(${[buyer, ...sellers]}::uuid[]) with ordinality as account (id, place)`.execute(db)
await sql`insert into orders (order_number, buyer_id, total_count, products_id, shipping_address, payment_method)
  select number, ${buyer}, 0, '["PRD00001"]', '{}', 'paypal' from generate_series(1, ${combinations.length}) number`.execute(
  db,
)
const rows = combinations.flatMap((combination, index) =>
  statesIn(combination).map((state, place) => ({
    order_number: index + 1,
    seller_id: sellers[place] ?? '',
    number: place + 1,
    state,
  })),
)
await sql`insert into seller_orders (order_number, seller_id, number, state)
  select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as row(order_number bigint, seller_id uuid, number smallint, state text)`.execute(db)

test('all 1,554 combinations give the expected state', async () => {
  expect([combinations.length, stateOf.size]).toEqual([1554, 63])
  const { rows } = await sql<{ state: string }>`
    select derived_order_state(order_number) as state from orders order by order_number`.execute(market.db)
  expect(rows.map(({ state }) => state)).toEqual(combinations.map(written))
})

test('db:check, which derives the state independently, accepts each of them and no other', async () => {
  const states = combinations.map((combination) => written(combination) ?? '')
  const rule = fulfilmentRules.find(({ name }) => name.startsWith('an order has the state that its seller orders give'))
  if (!rule) throw new Error('the rule is missing')
  const undone = new Error('undone')
  const foundWith = async (wanted: readonly string[]) => {
    let count: number | undefined
    await market.db
      .transaction()
      .execute(async (tx) => {
        await sql`alter table orders disable trigger orders_state_source`.execute(tx)
        await sql`update orders set order_state = wanted.state
          from unnest(${wanted}::text[]) with ordinality as wanted (state, number)
          where order_number = wanted.number`.execute(tx)
        count = (await countViolations(tx, rule)).count
        throw undone
      })
      .catch((error) => {
        if (error !== undone) throw error
      })
    return count
  }
  expect(await foundWith(states)).toBe(0)
  for (let step = 1; step < ORDER_STATES.length; step++) {
    const others = states.map((state) => ORDER_STATES[(ORDER_STATES.indexOf(state as OrderState) + step) % 5] ?? '')
    expect(await foundWith(others)).toBe(combinations.length)
  }
})
