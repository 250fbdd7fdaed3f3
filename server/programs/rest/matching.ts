import type { Db, Tx } from '../../../db/tables.ts'
import type { Match } from '../../platform/data/lock-matching.ts'
import { allOf, type Condition, equals, type RowsWanted } from '../../platform/data/row-filter.ts'
import type { RowsFound } from '../../platform/data/row-filter-queries.ts'
import { idMissing, idsDiffer, tooManyAffected, tooManyRows, tooManyToWrite } from './errors.ts'
import type { RowsRequest } from './grammar/read-request.ts'
import { requireOneRow } from './send-rows.ts'

const MAX_ROWS_WRITTEN = 100

interface Written {
  table: { name: string; key: string }
  find: (db: Db | Tx, wanted: RowsWanted) => Promise<RowsFound | undefined>
  /** Restricts the rows to those that the caller may change; others are invisible. */
  scope?: Condition
  id: string | undefined
}

/**
 * Returns a function that finds the rows of a write: those that match its filters, or the one with the id in its body. It
 * throws AppError 400 for too many rows and for contradicting filters and body, 406 unless a requested single row is one.
 */
export function matchWritten(request: RowsRequest, { table, find, scope, id }: Written): Match {
  const number = id === undefined ? undefined : Number(id.slice(3))
  if (!request.hasFilters && number === undefined) throw idMissing(table.name)
  const named = request.hasFilters || number === undefined ? request.condition : equals(table.key, number)
  const condition = scope ? allOf(named, scope) : named
  return async (db) => {
    const rows = await find(db, { condition, order: [], offset: 0, limit: MAX_ROWS_WRITTEN })
    if (!rows) throw tooManyRows(table.name, table.key)
    if (rows.more) throw tooManyToWrite(MAX_ROWS_WRITTEN)
    const numbers = rows.found.map((row) => row.number)
    if (number !== undefined && numbers.some((one) => one !== number)) throw idsDiffer('the filters')
    const { maxAffected } = request.preferences
    if (maxAffected !== undefined && numbers.length > maxAffected) throw tooManyAffected(numbers.length)
    requireOneRow(request, numbers.length)
    return numbers
  }
}

/** Returns whether a write is in the specified form: the row's id in the body, and the changed row as the response. */
export function isSpecifiedForm({ hasFilters, isPostgrest, isSingle }: RowsRequest): boolean {
  return !hasFilters && !isPostgrest && !isSingle
}

/** Returns whether the response to a write contains the rows, which then have to be read again. */
export function returnsRows(request: RowsRequest): boolean {
  return isSpecifiedForm(request) || request.preferences.return === 'representation'
}

/** Returns the id in a body, from `id` or the column's own name, if it has one. Throws AppError 400 for two ids. */
export function idOf<Column extends string>(body: { id?: string } & { [column in Column]?: string }, column: Column) {
  const named: string | undefined = body[column]
  const id = body.id ?? named
  if (named !== undefined && named !== id) throw idsDiffer(column)
  return id
}
