import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { invalidRequest } from '../../platform/http/errors.ts'
import { toInvalidRequest } from '../../platform/http/render-errors.ts'
import type { RestTable } from './grammar/comparison.ts'
import { parseColumnNames } from './grammar/parse-columns.ts'
import { readWriteRequest } from './grammar/read-request.ts'
import { requireOneRow, sendWritten } from './send-rows.ts'

const MAX_SENT_ROWS = 100

/** All rows of bodies that are lists; the schema of the route checks only the first. */
const further = new WeakMap<FastifyRequest, unknown[]>()

/**
 * Returns a hook that reduces a body to the first row of a list and the columns in `columns`, before the schema; with a table
 * it responds to an empty list, which inserts nothing. The hook throws AppError 400, 406.
 */
export const acceptRows = (table?: RestTable) => async (request: FastifyRequest, reply: FastifyReply) => {
  const names = new URLSearchParams(request.url.split('?')[1]).get('columns')
  const columns = names === null ? undefined : parseColumnNames(names)
  const { body } = request
  const rows = Array.isArray(body) ? body : [body]
  if (table && !rows.length) {
    const wanted = readWriteRequest(request, table)
    requireOneRow(wanted, 0)
    return sendWritten(reply, wanted, [], 201)
  }
  if (rows.length > MAX_SENT_ROWS) throw invalidRequest(`There may be at most ${MAX_SENT_ROWS} rows.`)
  const [first, ...others] = columns ? rows.map((row) => only(row, columns)) : rows
  request.body = first
  if (Array.isArray(body)) further.set(request, others)
}

function only(row: unknown, columns: Set<string>): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return row
  return Object.fromEntries(Object.entries(row).filter(([name]) => columns.has(name)))
}

/** Returns all rows of a body whose first one has been checked, and whether they are a list. Throws AppError 400. */
export function sentRows<Schema extends z.ZodType>(request: FastifyRequest, schema: Schema) {
  const others = further.get(request)
  const checked = (others ?? []).map((row, index) => checkRow(schema, row, [index + 1]))
  return { rows: [request.body as z.infer<Schema>, ...checked], isList: others !== undefined }
}

/** Returns a row that fits a schema. Throws AppError 400, which names the column. */
export function checkRow<Schema extends z.ZodType>(schema: Schema, row: unknown, place: PropertyKey[] = []) {
  const result = schema.safeParse(row)
  if (!result.success) throw toInvalidRequest(result.error, place)
  return result.data
}
