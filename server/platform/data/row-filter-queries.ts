import { type RawBuilder, sql } from 'kysely'
import type { ColumnType, Comparison, Condition, RowOrder } from './row-filter.ts'

/** A column that rows are filtered and ordered by. */
interface FilteredColumn {
  type: ColumnType
  /** The compared expression; for ids the number. */
  sql: RawBuilder<unknown>
  /** The expression that patterns match, if it differs. */
  text?: RawBuilder<unknown>
  /** The same in lower case, where it is stored: names are ordered by it. */
  folded?: RawBuilder<unknown>
}
type FilteredColumns = Readonly<Record<string, FilteredColumn>>
export type FilteredOf<Types extends Readonly<Record<string, ColumnType>>> = Readonly<
  Record<{ [Name in keyof Types]: Types[Name] extends 'unfiltered' ? never : Name }[keyof Types], FilteredColumn>
>

const CASTS: Record<ColumnType, RawBuilder<unknown>> = {
  id: sql`bigint`,
  text: sql`text`,
  number: sql`numeric`,
  integer: sql`bigint`,
  boolean: sql`boolean`,
  uuid: sql`uuid`,
  time: sql`timestamptz`,
  texts: sql`text`,
  unfiltered: sql`text`,
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

/** Returns SQL for the bounds that comparisons set for a column whose index is walked. */
export function boundsSql(comparisons: Comparison[], column: FilteredColumn): RawBuilder<boolean> {
  const bounds = comparisons.filter(({ operator }) => isBound(operator))
  const parts = [sql`true`, ...bounds.map((bound) => comparisonSql(bound, column))]
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

/** Returns SQL to order by; the number, in the direction of the last column, makes the order one. */
export function orderSql(
  order: RowOrder[],
  columns: FilteredColumns,
  number: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const keys = order.map(({ column, descending }) => {
    const { sql: value, folded } = columnOf(columns, column)
    return sql`${folded ?? value} ${directionSql(descending)}`
  })
  return sql.join([...keys, sql`${number} ${directionSql(order.at(-1)?.descending ?? false)}`])
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

function anyElement(column: FilteredColumn, matches: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from unnest(${column.sql}) element where ${matches} escape '\\')`
}

function comparisonSql(comparison: Comparison, column: FilteredColumn): RawBuilder<boolean> {
  const cast = CASTS[column.type]
  const text = column.text ?? column.sql
  switch (comparison.operator) {
    case 'like':
      if (column.type === 'texts') return anyElement(column, sql`element like ${comparison.pattern}::text`)
      return sql<boolean>`${text} like ${comparison.pattern}::text escape '\\'`
    case 'ilike':
      if (column.type === 'texts')
        return anyElement(column, sql`lower(element) like lower(${comparison.pattern}::text)`)
      return sql<boolean>`${column.folded ?? sql`lower(${text})`} like lower(${comparison.pattern}::text) escape '\\'`
    case 'in':
      return sql<boolean>`${column.sql} = any(${comparison.values}::${cast}[])`
    case 'cs':
      return sql<boolean>`${column.sql} @> ${comparison.values}::text[]`
    case 'is':
      return sql<boolean>`${column.sql} is ${IS[comparison.is]}`
    case 'eq':
    case 'neq':
      return sql<boolean>`${column.sql} ${SIGNS[comparison.operator]} ${comparison.value}::${cast}`
    default:
      return column.folded
        ? sql<boolean>`${column.folded} ${SIGNS[comparison.operator]} lower(${comparison.value}::text)`
        : sql<boolean>`${column.sql} ${SIGNS[comparison.operator]} ${comparison.value}::${cast}`
  }
}
