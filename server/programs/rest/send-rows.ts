import type { FastifyReply } from 'fastify'
import type { RowsFound } from '../../platform/data/row-filter-queries.ts'
import { notOneRow, rangeNotSatisfiable } from './errors.ts'
import type { Selected } from './grammar/parse-columns.ts'
import type { ReadRequest, RowsRequest } from './grammar/read-request.ts'
import type { Table } from './tables.ts'

type Row = Readonly<Record<string, unknown>>

/** Sends the rows that were read, with their place in the list as `Content-Range`. Throws AppError 406, 416. */
export function sendRows(
  reply: FastifyReply,
  { selected, isSingle, offset }: ReadRequest,
  rows: readonly Row[],
  { total }: Pick<RowsFound, 'total'>,
): FastifyReply {
  if (total !== undefined && offset > total) throw rangeNotSatisfiable(offset, total)
  if (isSingle && rows.length !== 1) throw notOneRow(rows.length)
  const isPart = total !== undefined && rows.length < total
  reply.header('content-range', contentRange(rows.length, offset, total)).code(isPart && !isSingle ? 206 : 200)
  return sendJson(reply, isSingle, rows, selected)
}

/** Sends the rows that were found, which `read` returns, with a `Link` to the rest. Throws as `sendRows`. */
export async function sendFound(
  reply: FastifyReply,
  { wanted, rows, table }: { wanted: ReadRequest; rows: RowsFound; table: Table },
  read: (numbers: number[]) => Promise<readonly Row[]>,
): Promise<FastifyReply> {
  const numbers = rows.found.map(({ number }) => number)
  const shown = reply.request.method === 'HEAD' ? numbers.map(emptyRow) : await read(numbers)
  const last = shown.at(-1)?.[table.key]
  if (rows.more && wanted.isPlainList && last !== undefined) {
    const beyond = `${table.key}=${table.order[0]?.descending ? 'lt' : 'gt'}.${last}`
    reply.header('link', `</rest/v1/${table.name}?${beyond}&limit=${wanted.limit}>; rel="next"`)
  }
  return sendRows(reply, wanted, shown, rows)
}

/** Returns a placeholder for a row that is counted but not shown. */
export const emptyRow = (): Row => ({})

/** Sends the result of a write: the rows if the client requests them, otherwise nothing. Throws AppError 406. */
export function sendWritten(
  reply: FastifyReply,
  { preferences, selected, isSingle }: RowsRequest,
  rows: readonly Row[],
  status: 200 | 201,
): FastifyReply {
  const total = preferences.count && rows.length
  const hasRange = status === 200 && reply.request.method !== 'DELETE'
  reply.header('content-range', hasRange ? contentRange(rows.length, 0, total) : `*/${total ?? '*'}`)
  if (preferences.return !== 'representation') return reply.code(status === 201 ? 201 : 204).send()
  reply.header('preference-applied', 'return=representation').code(status)
  return sendJson(reply, isSingle, rows, selected)
}

/** Throws AppError 406 unless a requested single row is exactly one; a write checks this before it is committed. */
export function requireOneRow({ isSingle, preferences }: RowsRequest, rows: number): void {
  if (isSingle && preferences.return === 'representation' && rows !== 1) throw notOneRow(rows)
}

function contentRange(rows: number, offset: number, total: number | undefined): string {
  return `${rows ? `${offset}-${offset + rows - 1}` : '*'}/${total ?? '*'}`
}

function sendJson(reply: FastifyReply, isSingle: boolean, rows: readonly Row[], selected: Selected[] | undefined) {
  const shown = selected ? rows.map((row) => pick(row, selected)) : rows
  const type = isSingle ? 'application/vnd.pgrst.object+json; charset=utf-8' : 'application/json; charset=utf-8'
  return reply.type(type).send(JSON.stringify(isSingle ? shown[0] : shown))
}

function pick(row: Row, selected: Selected[]): Row {
  return Object.fromEntries(selected.map(({ name, column }) => [name, row[column] ?? null]))
}
