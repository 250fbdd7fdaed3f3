import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import type { ColumnType, Comparison, Condition, RowOrder, RowsWanted } from './row-filter.ts'

/** A column that rows are filtered and ordered by. */
interface FilteredColumn {
  type: ColumnType
  /** The compared expression; for ids the number. */
  sql: RawBuilder<unknown>
  /** The expression that patterns match, if it differs. */
  text?: RawBuilder<unknown>
  /** A stored lower-case form, by which names are ordered. */
  folded?: RawBuilder<unknown>
}
type FilteredColumns = Readonly<Record<string, FilteredColumn>>
export type FilteredOf<Types extends Readonly<Record<string, ColumnType>>> = Readonly<
  Record<{ [Name in keyof Types]: Types[Name] extends 'unfiltered' ? never : Name }[keyof Types], FilteredColumn>
>

/** All others are compared as texts. */
const CASTS: Partial<Record<ColumnType, RawBuilder<unknown>>> = {
  id: sql`bigint`,
  number: sql`numeric`,
  integer: sql`bigint`,
  boolean: sql`boolean`,
  uuid: sql`uuid`,
  time: sql`timestamptz`,
}
const SIGNS = { eq: sql`=`, neq: sql`<>`, gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` }
const IS = {
  null: sql`null`,
  not_null: sql`not null`,
  true: sql`true`,
  false: sql`false`,
  unknown: sql`unknown`,
}

/** Returns SQL for a condition; columns come from the list, values are parameters. */
export function conditionSql(condition: Condition, columns: FilteredColumns): RawBuilder<boolean> {
  if (condition.kind === 'comparison') return comparisonSql(condition, columnOf(columns, condition.column))
  if (condition.kind === 'not') return sql<boolean>`not (${conditionSql(condition.condition, columns)})`
  const { kind, conditions } = condition
  if (!conditions.length) return kind === 'all' ? sql<boolean>`true` : sql<boolean>`false`
  const parts = conditions.map((part) => sql`(${conditionSql(part, columns)})`)
  return sql<boolean>`${sql.join(parts, kind === 'all' ? sql` and ` : sql` or `)}`
}

/** Returns whether a comparison bounds a range of values. */
export function isBound(operator: Comparison['operator']): boolean {
  return ['eq', 'gt', 'gte', 'lt', 'lte'].includes(operator)
}

/** Returns SQL for the bounds of an index scan that comparisons set for its column. */
export function boundsSql(comparisons: Comparison[], column: FilteredColumn): RawBuilder<boolean> {
  const bounds = comparisons.filter(({ operator }) => isBound(operator))
  const parts = [sql`true`, ...bounds.map((bound) => comparisonSql(bound, column))]
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** Returns SQL to order by. The number, in the direction of the last column, makes the order unique. */
export function orderSql(order: RowOrder[], columns: FilteredColumns): RawBuilder<unknown> {
  const keys = order.map(({ column, descending }) => {
    const { sql: value, folded } = columnOf(columns, column)
    return sql`${folded ?? value} ${directionSql(descending)}`
  })
  return sql.join([...keys, sql`number ${directionSql(order.at(-1)?.descending ?? false)}`])
}

/** Returns the keyword of a direction. */
export function directionSql(descending: boolean): RawBuilder<unknown> {
  return descending ? sql`desc` : sql`asc`
}

function columnOf(columns: FilteredColumns, name: string): FilteredColumn {
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined
  if (!column) throw new Error(`a column that is not on the list: ${name}`)
  return column
}

function comparisonSql(comparison: Comparison, column: FilteredColumn): RawBuilder<boolean> {
  const cast = CASTS[column.type] ?? sql`text`
  switch (comparison.operator) {
    case 'like':
    case 'ilike': {
      const text = column.text ?? column.sql
      if (column.type !== 'texts') return patternSql(comparison, text, column.folded)
      return sql<boolean>`exists (select from unnest(${text}) element where ${patternSql(comparison, sql`element`)})`
    }
    case 'in':
      return sql<boolean>`${column.sql} = any(${comparison.values}::${cast}[])`
    case 'cs':
      return sql<boolean>`${column.sql} @> ${comparison.values}::text[]`
    case 'is':
      return sql<boolean>`${column.sql} is ${IS[comparison.is]}`
    default:
      return column.folded && !['eq', 'neq'].includes(comparison.operator)
        ? sql<boolean>`${column.folded} ${SIGNS[comparison.operator]} lower(${comparison.value}::text)`
        : sql<boolean>`${column.sql} ${SIGNS[comparison.operator]} ${comparison.value}::${cast}`
  }
}

function patternSql(
  { operator, pattern }: { operator: 'like' | 'ilike'; pattern: string },
  text: RawBuilder<unknown>,
  folded = sql`lower(${text})`,
): RawBuilder<boolean> {
  if (operator === 'like') return sql<boolean>`${text} like ${pattern}::text escape '\\'`
  return sql<boolean>`${folded} like lower(${pattern}::text) escape '\\'`
}

/** The limit of rows that a read filters. */
export const MAX_ROWS_FILTERED = 10_000

/** Finds the rows of a table that match a condition. */
export interface RowSource {
  /** Joins `number`, the key of a row, with the row; only visible rows. */
  joined: RawBuilder<unknown>
  condition: RawBuilder<boolean>
  order: RawBuilder<unknown>
  /** The bytes that count against the limit of a response. */
  bytes: RawBuilder<unknown>
  /** Selects `number` of all rows that may match the condition, by an index that narrows them if there is one. */
  candidates: RawBuilder<unknown>
  /** An index leaves so few candidates that reading all of them is probably the cheapest plan. */
  isNarrow: boolean
  /** Selects `number` and `sort_key` by an index in the requested order, if there is one. */
  walk: { rows: RawBuilder<unknown>; direction: RawBuilder<unknown> } | undefined
  /** Returns the count of matching rows if it is known from an index or a sum; undefined otherwise. */
  knownCount: () => Promise<number | undefined>
}

export interface RowsFound {
  found: { number: number; bytes: number }[]
  more: boolean
  /** Counts all matching rows; absent unless requested. */
  total?: number | undefined
}

/** Returns the wanted rows by the cheaper index; undefined when more than 10,000 rows would be filtered. */
export async function findRows(db: Db | Tx, source: RowSource, wanted: RowsWanted): Promise<RowsFound | undefined> {
  const { count } = wanted
  const known = count && (await source.knownCount())
  const mustCount = count === 'exact' && known === undefined
  const rows =
    (mustCount || source.isNarrow ? await readCandidates(db, source, wanted) : undefined) ??
    (mustCount ? undefined : ((await walkRows(db, source, wanted)) ?? (await readCandidates(db, source, wanted))))
  return rows && { ...rows, total: count && (known ?? rows.total ?? (await countRows(db, source, count))) }
}

async function readCandidates(
  db: Db | Tx,
  { candidates, joined, condition, order, bytes }: RowSource,
  { offset, limit }: Pick<RowsWanted, 'offset' | 'limit'>,
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

/** Returns a count, perhaps an estimate: `estimated` is exact while few enough rows have to be read. */
async function countRows(db: Db | Tx, source: RowSource, count: RowsWanted['count']): Promise<number> {
  const counted = count === 'planned' ? undefined : await readCandidates(db, source, { offset: 0, limit: 0 })
  if (counted?.total !== undefined) return counted.total
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>`
    explain (format json)
    select from (${source.candidates}) indexed ${source.joined} where ${source.condition}`.execute(db)
  return rows[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0
}
