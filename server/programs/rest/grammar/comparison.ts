import type { z } from 'zod'
import { isPlainLine } from '../../../../shared/kernel/text.ts'
import type { ColumnType, Comparison } from '../../../platform/data/row-filter.ts'
import { malformedParameter, unknownColumn } from './errors.ts'

export interface RestTable {
  name: string
  columns: Readonly<Record<string, ColumnType>>
  /** The form of the values of its columns of type `id`. */
  id: z.ZodType<string>
  /** For columns of type `texts`: returns the stored spelling of a searched element. */
  stored: Readonly<Record<string, (text: string) => string>>
}

export const OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike', 'in', 'is', 'cs'] as const
export type Operator = (typeof OPERATORS)[number]

const MAX_VALUE_LENGTH = 200
const MAX_LISTED_VALUES = 200
const MAX_PATTERN_LENGTH = 100

const EQUALITY: readonly Operator[] = ['eq', 'neq', 'in', 'is']
const ORDERED: readonly Operator[] = [...EQUALITY, 'gt', 'gte', 'lt', 'lte']
const TEXT: readonly Operator[] = [...ORDERED, 'like', 'ilike']
const OPERATORS_OF: Record<ColumnType, readonly Operator[]> = {
  id: TEXT,
  text: TEXT,
  number: ORDERED,
  integer: ORDERED,
  boolean: EQUALITY,
  uuid: EQUALITY,
  time: ORDERED,
  texts: ['cs', 'is', 'like', 'ilike'],
  unfiltered: [],
}

const IS = ['null', 'not_null', 'true', 'false', 'unknown'] as const
/** The number of no row. */
const NO_ID = 0
/** Written in lower case. */
const FORMS: Partial<Record<ColumnType, { pattern: RegExp; name: string }>> = {
  number: { pattern: /^-?\d{1,15}(?:\.\d{1,20})?(?:e[+-]?\d\d?)?$/, name: 'a number' },
  integer: { pattern: /^-?\d{1,15}$/, name: 'a whole number' },
  boolean: { pattern: /^(?:true|false)$/, name: 'true or false' },
  uuid: { pattern: /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/, name: 'a UUID' },
}
/** Accepts only what PostgreSQL accepts, except for days that a month does not have. */
const TIME =
  /^(?!0000)\d{4}-\d\d-\d\d(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-5])(?::?[0-5]\d)?)?)?$/

/** A comparison as it was written: one value, or a list of them. */
interface Written {
  parameter: string
  column: string
  operator: Operator
  operand: string | string[]
}

/** Returns the type of a column. Throws AppError 400 when the table has no such column. */
export function columnType(table: RestTable, column: string): ColumnType {
  const type = Object.hasOwn(table.columns, column) ? table.columns[column] : undefined
  if (!type) throw unknownColumn(table.name, column)
  return type
}

/** Returns a comparison whose values fit its column. Throws AppError 400, which names the parameter. */
export function comparisonOf(table: RestTable, { parameter, column, operator, operand }: Written): Comparison {
  const type = columnType(table, column)
  if (!OPERATORS_OF[type].includes(operator)) {
    const known = OPERATORS_OF[type].join(', ') || 'none'
    throw malformedParameter(parameter, `${column} cannot be filtered with ${operator} (possible: ${known})`)
  }
  const refuse = (problem: string) =>
    malformedParameter(parameter, parameter === column ? problem : `${column} ${problem}`)
  const base = { kind: 'comparison', column } as const
  // A text of another form is equal to no id, but has no place in their order.
  const isNoId = (text: string) =>
    type === 'id' && EQUALITY.includes(operator) && !table.id.safeParse(text.trim()).success
  const read = (text: string) => (isNoId(text) ? NO_ID : readValue(table, type, text, refuse))
  if (Array.isArray(operand)) {
    if (operand.length > MAX_LISTED_VALUES) throw refuse(`may be compared with at most ${MAX_LISTED_VALUES} values`)
    const values = operand.map(read)
    const stored = table.stored[column] ?? ((text: string) => text)
    return operator === 'cs'
      ? { ...base, operator, values: values.map((value) => stored(String(value))) }
      : { ...base, operator: 'in', values }
  }
  if (operator === 'is') return { ...base, operator, is: readIs(type, operand, refuse) }
  if (operator === 'like' || operator === 'ilike') return { ...base, operator, pattern: readPattern(operand, refuse) }
  if (operator === 'in' || operator === 'cs') throw refuse('must be compared with a list')
  return { ...base, operator, value: read(operand) }
}

type Refuse = (problem: string) => Error

function readValue(table: RestTable, type: ColumnType, text: string, refuse: Refuse): string | number {
  if (text.length > MAX_VALUE_LENGTH || !isPlainLine(text)) throw refuse('must be a short text on one line')
  if (type === 'id') {
    const id = text.trim()
    if (!table.id.safeParse(id).success) throw refuse('must be an id')
    return Number(id.slice(3))
  }
  if (type === 'time') return readTime(text.trim(), refuse)
  const form = FORMS[type]
  if (!form) return text
  // As PostgreSQL reads it: clients write `True`, capital UUIDs, and blanks after commas.
  const value = text.trim().toLowerCase()
  if (!form.pattern.test(value)) throw refuse(`must be ${form.name}`)
  return value
}

/** A time without a zone is UTC. */
function readTime(text: string, refuse: Refuse): string {
  // In an address `+` is a space.
  const written = text.replace(/ (?=\d\d(?::?\d\d)?$)/, '+')
  const zoned = /[T ]\d\d:\d\d/.test(written) && !/(?:Z|[+-]\d\d(?::?\d\d)?)$/.test(written.slice(10))
  const time = zoned ? `${written}Z` : written
  if (!TIME.test(time) || !isDay(time.slice(0, 10))) throw refuse('must be a time')
  return time
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  // JavaScript takes days beyond the end of a month as days of the next.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

function readIs(type: ColumnType, text: string, refuse: Refuse): (typeof IS)[number] {
  const is = IS.find((known) => known === text.toLowerCase())
  if (!is || (type !== 'boolean' && !is.endsWith('null'))) throw refuse('must be is.null or, for booleans, is.true')
  return is
}

/** `*` is written for `%`; `%`, `_` and `\` mean what they do in LIKE. */
function readPattern(text: string, refuse: Refuse): string {
  if (text.length > MAX_PATTERN_LENGTH || !isPlainLine(text)) throw refuse('must be like a short text on one line')
  let backslashes = 0
  while (text.at(-1 - backslashes) === '\\') backslashes++
  if (backslashes % 2) throw refuse('must not end with a backslash')
  return text.replaceAll('*', '%')
}
