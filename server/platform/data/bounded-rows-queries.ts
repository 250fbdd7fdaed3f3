import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import type { RowsWanted } from './row-filter.ts'

/** The limit of rows that a filter is applied to, in any read. */
export const MAX_ROWS_FILTERED = 10_000

/** Finds the rows of a table that match a condition. */
export interface RowSource {
  /** Joins `number`, the key of a row, with the row; only rows that may be seen. */
  joined: RawBuilder<unknown>
  condition: RawBuilder<boolean>
  order: RawBuilder<unknown>
  /** The bytes that count against the limit of a response. */
  bytes: RawBuilder<unknown>
  /** Selects `number` of all rows that can fulfil the condition, by an index if there is one that narrows them. */
  candidates: RawBuilder<unknown>
  /** An index leaves so few candidates that reading all of them is likely the cheapest plan. */
  isNarrow: boolean
  /** Selects `number` and `sort_key` by an index that has the wanted order, if there is one. */
  walk: { rows: RawBuilder<unknown>; direction: RawBuilder<unknown> } | undefined
  /** Returns the count of matching rows if an index or a sum has it; undefined otherwise. */
  knownCount: () => Promise<number | undefined>
}

export interface RowsFound {
  found: { number: number; bytes: number }[]
  more: boolean
  /** Counts all matching rows; absent unless requested. */
  total?: number
}

/** Returns the wanted rows by the cheaper index; undefined when more than 10,000 rows would be filtered. */
export async function findRows(db: Db | Tx, source: RowSource, wanted: RowsWanted): Promise<RowsFound | undefined> {
  const known = wanted.count && (await source.knownCount())
  const mustCount = wanted.count === 'exact' && known === undefined
  const rows = mustCount
    ? await readCandidates(db, source, wanted)
    : ((source.isNarrow ? await readCandidates(db, source, wanted) : undefined) ??
      (await walkRows(db, source, wanted)) ??
      (await readCandidates(db, source, wanted)))
  if (!rows) return undefined
  const { found, more } = rows
  if (wanted.count === undefined) return { found, more }
  return { found, more, total: known ?? rows.total ?? (await countRows(db, source, wanted.count)) }
}

async function readCandidates(
  db: Db | Tx,
  { candidates, joined, condition, order, bytes }: RowSource,
  { offset, limit }: RowsWanted,
): Promise<RowsFound | undefined> {
  const { rows } = await sql<{ scanned: number; total: number; number: number | null; bytes: number }>`
    with candidates as materialized (select number from (${candidates}) indexed limit ${MAX_ROWS_FILTERED + 1}),
    matched as materialized (
      select number, ${bytes} as bytes, row_number() over (order by ${order}) as position
      from candidates ${joined}
      where (select count(*) from candidates) <= ${MAX_ROWS_FILTERED} and (${condition})
    )
    select scanned, total, number, bytes
    from (select (select count(*) from candidates) as scanned, (select count(*) from matched) as total) counts
    left join matched on position > ${offset} and position <= ${offset + limit}
    order by position`.execute(db)
  const { scanned = 0, total = 0 } = rows[0] ?? {}
  if (scanned > MAX_ROWS_FILTERED) return undefined
  const found = rows.flatMap(({ number, bytes: size }) => (number === null ? [] : [{ number, bytes: size }]))
  return { found, more: total > offset + found.length && limit > 0, total }
}

async function walkRows(
  db: Db | Tx,
  { walk, joined, condition, bytes }: RowSource,
  { offset, limit }: RowsWanted,
): Promise<RowsFound | undefined> {
  if (!walk) return undefined
  const { rows: found } = await sql<{ number: number; bytes: number }>`
    select number, ${bytes} as bytes
    from (${walk.rows} limit ${MAX_ROWS_FILTERED}) walked ${joined}
    where ${condition}
    order by sort_key ${walk.direction}, number ${walk.direction} offset ${offset} limit ${limit + 1}`.execute(db)
  if (found.length > limit) return { found: found.slice(0, limit), more: true }
  const { rows } = await sql<{ scanned: number }>`
    select count(*) as scanned from (${walk.rows} limit ${MAX_ROWS_FILTERED + 1}) walked`.execute(db)
  return (rows[0]?.scanned ?? 0) > MAX_ROWS_FILTERED ? undefined : { found, more: false }
}

/** Returns a count that may be an estimate: `estimated` is exact as long as few enough rows are read for it. */
async function countRows(db: Db | Tx, source: RowSource, count: 'planned' | 'estimated' | 'exact'): Promise<number> {
  if (count !== 'planned') {
    const rows = await readCandidates(db, source, { ...NO_ROWS, count })
    if (rows?.total !== undefined) return rows.total
  }
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>`
    explain (format json)
    select from (${source.candidates}) indexed ${source.joined} where ${source.condition}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}

const NO_ROWS: RowsWanted = { condition: { kind: 'all', conditions: [] }, order: [], offset: 0, limit: 0 }
