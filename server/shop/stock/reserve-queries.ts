import { type RawBuilder, sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Tx } from '../../../db/tables.ts'
import { reservationMinutes } from '../../platform/data/settings-queries.ts'
import type { CheckoutRow } from './reservation-queries.ts'
import { isCounted, type Refused, refusedLines, reserveLines } from './take-queries.ts'

export interface NewCheckout {
  checkout_id: string
  buyer_id: string
  shipping_address: Record<string, string>
  payment_method: string
  /** Exact decimal. */
  total_count: string
  idempotency_key: string | null
  request_hash: Buffer
  created_at: Date
  lines: {
    product_number: number
    product_id: string
    seller_id: string
    product_name: string
    /** Exact decimal. */
    product_price: string
    quantity: number
    /** Exact decimal. */
    amount: string
  }[]
}

/** The checkout, or the lines whose stock is short: then nothing was written. */
export type Reserved = { row: CheckoutRow; refused: null } | { refused: Refused[] }

/** Reserves what a checkout sells and inserts it, open, with its lines. */
export async function reserveCheckout(tx: Tx, checkout: NewCheckout): Promise<Reserved> {
  return reservedFrom(await reserve(tx, { ...reservingOf(checkout), state: 'open' }), checkout, 'open')
}

export interface Reserving {
  checkoutId: string
  buyerId: string
  state: 'open' | 'paying'
  /** JSON. */
  address: string
  method: string
  total: string
  key: string | null
  requestHash: Buffer
  now: Date
  products: number[]
  sellers: string[]
  names: string[]
  prices: string[]
  quantities: number[]
  amounts: string[]
}

/** Returns a checkout as parameters of a statement. */
export function reservingOf({ lines, ...checkout }: NewCheckout): Omit<Reserving, 'state'> {
  return {
    checkoutId: checkout.checkout_id,
    buyerId: checkout.buyer_id,
    address: JSON.stringify(checkout.shipping_address),
    method: checkout.payment_method,
    total: checkout.total_count,
    key: checkout.idempotency_key,
    requestHash: checkout.request_hash,
    now: checkout.created_at,
    products: lines.map((line) => line.product_number),
    sellers: lines.map((line) => line.seller_id),
    names: lines.map((line) => line.product_name),
    prices: lines.map((line) => line.product_price),
    quantities: lines.map((line) => line.quantity),
    amounts: lines.map((line) => line.amount),
  }
}

export interface ReservedRow {
  /** Null when lines are refused. */
  expires_at: Date | null
  taken: { product_number: number; units: number }[]
  refused: Refused[] | null
}

/** Returns the statement that begins a checkout; `also` are queries, for `with`, that use `inserted`, its id. */
export function reserving(p: Reserving, also: RawBuilder<unknown> = sql``): RawBuilder<ReservedRow> {
  return sql<ReservedRow>`
    with lines as (
      select *, 0 as reserved from unnest(
        ${p.products}::bigint[], ${p.sellers}::uuid[], ${p.names}::text[], ${p.prices}::numeric[], ${p.quantities}::integer[],
        ${p.amounts}::numeric[]
      ) with ordinality line (product_number, seller_id, product_name, unit_price, quantity, amount, line_number)
    ), ${reserveLines(sql`lines`)}, inserted as (
      insert into checkouts (checkout_id, buyer_id, checkout_state, shipping_address, payment_method, total_count,
        idempotency_key, request_hash, expires_at, created_at)
      select ${p.checkoutId}::uuid, ${p.buyerId}::uuid, ${p.state}::text, ${p.address}::jsonb, ${p.method}::text,
        ${p.total}::numeric, ${p.key}::text, ${p.requestHash}::bytea,
        ${p.now}::timestamptz + (${reservationMinutes}) * interval '1 minute', ${p.now}::timestamptz
      where not exists (select from refused)
      returning checkout_id, expires_at
    ), listed as (
      insert into checkout_lines (
        checkout_id, line_number, product_number, seller_id, product_name, unit_price, quantity, amount, reserved
      )
      select checkout_id, line_number, product_number, seller_id, product_name, unit_price, quantity, amount,
        coalesce(units, 0)
      from inserted, lines left join taken using (product_number)
    )${also}
    select (select expires_at from inserted) as expires_at, (select coalesce(json_agg(taken), '[]') from taken) as taken,
      ${refusedLines} as refused`
}

const reserve = prepared('checkout_reserve', (db, p: Reserving) => reserving(p).compile(db))

/** Returns the checkout that a statement of `reserving` has begun. */
export function reservedFrom(
  [reserved]: ReservedRow[],
  { lines, ...checkout }: NewCheckout,
  state: Reserving['state'],
): Reserved {
  if (reserved?.refused) return { refused: reserved.refused }
  if (!reserved?.expires_at) throw new Error('a checkout was not inserted')
  const { buyer_id: _buyer, created_at: _at, request_hash, ...row } = checkout
  const units = new Map(reserved.taken.map((taken) => [taken.product_number, taken.units]))
  const known = {
    checkout_state: state,
    request_hash: request_hash.toString('hex'),
    order_id: null,
    extensions: 0,
    expires_at: reserved.expires_at,
    lines: lines.map(({ product_price, ...line }) => ({
      ...line,
      unit_price: product_price,
      reserved: units.get(line.product_number) ?? 0,
    })),
  }
  return { row: { ...row, ...known }, refused: null }
}

export interface BeginningAll {
  state: Reserving['state']
  /** Of the checkouts, in their order. */
  ids: string[]
  buyers: string[]
  /** JSON. */
  addresses: string[]
  methods: string[]
  totals: string[]
  keys: (string | null)[]
  hashes: Buffer[]
  times: Date[]
  /** Of the lines: which of the checkouts, counted from 1, and their columns. */
  places: number[]
  lineNumbers: number[]
  products: number[]
  sellers: string[]
  names: string[]
  prices: string[]
  quantities: number[]
  amounts: string[]
}

/** Returns checkouts as parameters of a statement. */
export function beginningAllOf(checkouts: readonly NewCheckout[], state: Reserving['state']): BeginningAll {
  const lines = checkouts.flatMap((checkout, index) => checkout.lines.map((line, at) => ({ ...line, index, at })))
  return {
    state,
    ids: checkouts.map((checkout) => checkout.checkout_id),
    buyers: checkouts.map((checkout) => checkout.buyer_id),
    addresses: checkouts.map((checkout) => JSON.stringify(checkout.shipping_address)),
    methods: checkouts.map((checkout) => checkout.payment_method),
    totals: checkouts.map((checkout) => checkout.total_count),
    keys: checkouts.map((checkout) => checkout.idempotency_key),
    hashes: checkouts.map((checkout) => checkout.request_hash),
    times: checkouts.map((checkout) => checkout.created_at),
    places: lines.map(({ index }) => index + 1),
    lineNumbers: lines.map(({ at }) => at + 1),
    products: lines.map((line) => line.product_number),
    sellers: lines.map((line) => line.seller_id),
    names: lines.map((line) => line.product_name),
    prices: lines.map((line) => line.product_price),
    quantities: lines.map((line) => line.quantity),
    amounts: lines.map((line) => line.amount),
  }
}

/**
 * Returns the statement that begins several checkouts of products whose stock is not counted; nothing is written, and no row
 * returned, when one has come to be counted. `also` are queries, for `with`, that use `begun`: the rows of `asked` that are
 * written, with their `place`.
 */
export function beginningAll(
  p: BeginningAll,
  also: RawBuilder<unknown>,
): RawBuilder<{ checkout_id: string; expires_at: Date }> {
  return sql<{ checkout_id: string; expires_at: Date }>`
    with asked as materialized (
      select * from unnest(
        ${p.ids}::uuid[], ${p.buyers}::uuid[], ${p.addresses}::jsonb[], ${p.methods}::text[], ${p.totals}::numeric[],
        ${p.keys}::text[], ${p.hashes}::bytea[], ${p.times}::timestamptz[]
      ) with ordinality
        as asked (checkout_id, buyer_id, address, method, total_count, idempotency_key, request_hash, created_at, place)
    ), lines as materialized (
      select * from unnest(
        ${p.places}::integer[], ${p.lineNumbers}::integer[], ${p.products}::bigint[], ${p.sellers}::uuid[],
        ${p.names}::text[], ${p.prices}::numeric[], ${p.quantities}::integer[], ${p.amounts}::numeric[]
      ) as lines (place, line_number, product_number, seller_id, product_name, unit_price, quantity, amount)
    ), inserted as (
      insert into checkouts (checkout_id, buyer_id, checkout_state, shipping_address, payment_method, total_count,
        idempotency_key, request_hash, expires_at, created_at)
      select checkout_id, buyer_id, ${p.state}::text, address, method, total_count, idempotency_key, request_hash,
        created_at + (${reservationMinutes}) * interval '1 minute', created_at
      from asked where not ${isCounted(sql`lines`)} order by place
      returning checkout_id, expires_at
    ), begun as materialized (
      select asked.*, expires_at from asked join inserted using (checkout_id)
    ), listed as (
      insert into checkout_lines (
        checkout_id, line_number, product_number, seller_id, product_name, unit_price, quantity, amount, reserved
      )
      select checkout_id, line_number, product_number, seller_id, product_name, unit_price, quantity, amount, 0
      from begun join lines using (place) order by place, line_number
    ), ${also}
    select checkout_id, expires_at from begun`
}

/** Returns a checkout that a statement of `beginningAll` has begun. */
export function begunFrom(checkout: NewCheckout, state: Reserving['state'], expiresAt: Date): CheckoutRow {
  const reserved = reservedFrom([{ expires_at: expiresAt, taken: [], refused: null }], checkout, state)
  if (reserved.refused) throw new Error('what is not counted is never refused')
  return reserved.row
}
