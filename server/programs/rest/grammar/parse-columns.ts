import type { RowOrder } from '../../../platform/data/row-filter.ts'
import { columnType, type RestTable } from './comparison.ts'
import { Cursor } from './cursor.ts'
import { malformedParameter, unknownColumn, unsupported } from './errors.ts'

const MAX_COLUMNS = 50
const MAX_ORDERS = 3
/** PostgreSQL's limit. */
const MAX_NAME_LENGTH = 63
/** Each alias repeats the column's value in every row. */
const MAX_NAMES_OF_COLUMN = 2

export interface Selected {
  name: string
  column: string
}

/** Parses `select`: `*`, or columns with commas between them, each with `name:` in front if it is renamed. */
export function parseSelect(table: RestTable, text: string): Selected[] {
  const selected: Selected[] = []
  const cursor = new Cursor(text.replaceAll(/\s/g, ''), 'select')
  if (cursor.isAtEnd) return everyColumn(table)
  do {
    if (cursor.take('*')) selected.push(...everyColumn(table))
    else selected.push(parseSelected(table, cursor))
    if (selected.length > MAX_COLUMNS) throw malformedParameter('select', `may name at most ${MAX_COLUMNS} columns`)
  } while (cursor.take(','))
  if (!cursor.isAtEnd) throw refuseFurther(cursor)
  requireFewNames(selected)
  return selected
}

function requireFewNames(selected: readonly Selected[]): void {
  const names = new Map<string, Set<string>>()
  for (const { name, column } of selected) {
    if (name.length > MAX_NAME_LENGTH)
      throw malformedParameter('select', `a name may have at most ${MAX_NAME_LENGTH} characters`)
    const namesOf = names.get(column) ?? new Set()
    names.set(column, namesOf.add(name))
    if (namesOf.size > MAX_NAMES_OF_COLUMN)
      throw malformedParameter('select', `may give a column at most ${MAX_NAMES_OF_COLUMN} names`)
  }
}

function everyColumn(table: RestTable): Selected[] {
  return Object.keys(table.columns).map((column) => ({ name: column, column }))
}

function parseSelected(table: RestTable, cursor: Cursor): Selected {
  if (cursor.take('...')) throw refuseEmbedding()
  const name = cursor.name()
  if (cursor.take('::')) throw unsupported('select', 'Columns cannot be cast.')
  const column = cursor.take(':') ? cursor.name() : name
  if (!Object.hasOwn(table.columns, column)) {
    // An embedded table with its columns in parentheses, or an aggregate function.
    if (cursor.take('(') || cursor.take('!')) throw refuseEmbedding()
    throw unknownColumn(table.name, column)
  }
  return { name, column }
}

const refuseEmbedding = () => unsupported('select', 'Other tables cannot be embedded.')

function refuseFurther(cursor: Cursor): Error {
  if (cursor.take('(')) return refuseEmbedding()
  if (cursor.take('::')) return unsupported('select', 'Columns cannot be cast.')
  if (cursor.take('->')) return unsupported('select', 'Parts of a column cannot be selected.')
  if (cursor.take('.')) return unsupported('select', 'Rows cannot be aggregated.')
  return cursor.refuse('expected "," or the end')
}

/** Parses `order`: `product_price.desc,product_id`. No column has nulls, so where they go does not matter. */
export function parseOrder(table: RestTable, text: string): RowOrder[] {
  const cursor = new Cursor(text, 'order')
  const order: RowOrder[] = []
  do {
    cursor.skipBlanks()
    const column = cursor.name()
    const type = columnType(table, column)
    if (type === 'unfiltered' || type === 'texts') throw malformedParameter('order', `${column} has no order`)
    const descending = cursor.take('.desc')
    if (!descending) cursor.take('.asc')
    if (!cursor.take('.nullsfirst')) cursor.take('.nullslast')
    order.push({ column, descending })
  } while (cursor.take(','))
  if (!cursor.isAtEnd) throw cursor.refuse('expected "," or the end')
  if (order.length > MAX_ORDERS) throw malformedParameter('order', `may name at most ${MAX_ORDERS} columns`)
  return order
}

/** Parses `columns`: the columns of the sent rows to use. */
export function parseColumnNames(text: string): Set<string> {
  const cursor = new Cursor(text, 'columns')
  const names = new Set<string>()
  do names.add(cursor.name())
  while (cursor.take(','))
  if (!cursor.isAtEnd) throw cursor.refuse('expected "," or the end')
  return names
}
