import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { isPlainLine } from '../../../../shared/kernel/text.ts'
import type { Condition, RowsWanted } from '../../../platform/data/row-filter.ts'
import type { RestTable } from './comparison.ts'
import { malformedParameter, notAcceptable, unknownPreference, unknownSchema, unsupported } from './errors.ts'
import { parseOrder, parseSelect, type Selected } from './parse-columns.ts'
import { parseFilters } from './parse-filters.ts'

const MAX_ROWS = 1000
/** The largest offset of a list: as many rows as a filter reads. */
const MAX_OFFSET = 10_000

const RESERVED = ['select', 'order', 'limit', 'offset', 'columns', 'on_conflict', 'apikey'] as const
type Reserved = (typeof RESERVED)[number]

export interface RowsRequest {
  condition: Condition
  hasFilters: boolean
  /** Undefined for whole rows. */
  selected: Selected[] | undefined
  preferences: Preferences
  /** A single row is requested, as an object. */
  isSingle: boolean
  /** The client's headers show that it expects PostgREST's responses. */
  isPostgrest: boolean
  /** Addresses of pictures get our origin, as the client may show them on pages of other origins. */
  isElsewhere: boolean
}

export interface ReadRequest extends RowsRequest, RowsWanted {
  /** The request has only ids and a limit: its `Link` header can continue the list. */
  isPlainList: boolean
}

/** Returns a request to read rows, in the table's order unless it names another. Throws AppError 400, 406. */
export function readRowsRequest(
  request: FastifyRequest,
  table: RestTable & { order: RowsWanted['order']; key: string },
): ReadRequest {
  const { reserved, filters } = parametersOf(request)
  refuseReserved(reserved, ['columns', 'on_conflict'])
  const rows = readRows(request, table, reserved, filters)
  const range = readRange(request.headers)
  if (range && (reserved.has('limit') || reserved.has('offset')))
    throw malformedParameter('range', 'cannot be combined with limit and offset')
  const order = reserved.get('order')
  const offset = range?.offset ?? integerOf(reserved, 'offset', MAX_OFFSET) ?? 0
  if (offset > MAX_OFFSET) throw malformedParameter('range', `may begin with row ${MAX_OFFSET} at most`)
  const limit = range ? range.limit : integerOf(reserved, 'limit', MAX_ROWS)
  if (limit !== undefined && limit > MAX_ROWS) throw malformedParameter('range', `may have at most ${MAX_ROWS} rows`)
  return {
    ...rows,
    order: order ? parseOrder(table, order) : table.order,
    offset,
    limit: limit ?? MAX_ROWS,
    count: rows.preferences.count,
    isPlainList:
      !rows.selected &&
      !rows.isSingle &&
      order === undefined &&
      !offset &&
      filters.every(([name]) => name === table.key),
  }
}

/** Returns a request to change rows. Throws AppError 400, 406. */
export function readWriteRequest(request: FastifyRequest, table: RestTable): RowsRequest {
  const { reserved, filters } = parametersOf(request)
  refuseReserved(reserved, ['order', 'limit', 'offset', 'on_conflict'])
  if (request.headers.range !== undefined) throw malformedParameter('range', 'is for reading')
  if (request.method === 'POST') {
    const [filter] = filters
    if (filter) throw malformedParameter(filter[0], 'a row that is inserted has no filter')
  } else refuseReserved(reserved, ['columns'])
  return readRows(request, table, reserved, filters)
}

type Parameters = [string, string][]

function readRows(
  { headers }: FastifyRequest,
  table: RestTable,
  reserved: Map<Reserved, string>,
  filters: Parameters,
): RowsRequest {
  requireKnownSchema(headers)
  const isPostgrest = Boolean(headers.prefer || headers['content-profile'] || headers['accept-profile'])
  const select = reserved.get('select') ?? '*'
  return {
    condition: parseFilters(table, filters),
    hasFilters: filters.length > 0,
    selected: select === '*' || select === '' ? undefined : parseSelect(table, select),
    preferences: readPreferences(headers),
    ...readFormat(headers),
    isPostgrest,
    isElsewhere: isPostgrest || headers.origin !== undefined,
  }
}

function parametersOf({ url }: FastifyRequest): { reserved: Map<Reserved, string>; filters: Parameters } {
  const reserved = new Map<Reserved, string>()
  const filters: Parameters = []
  const start = url.indexOf('?')
  for (const [name, value] of new URLSearchParams(start < 0 ? '' : url.slice(start + 1))) {
    if (!isPlainLine(name + value) || (name + value).includes('\ufffd'))
      throw malformedParameter(isPlainLine(name) ? name : 'address', 'must be plain text on one line')
    const known = RESERVED.find((one) => one === name)
    if (!known) filters.push([name, value])
    else if (reserved.has(known)) throw malformedParameter(name, 'must be given only once')
    else reserved.set(known, value)
  }
  return { reserved, filters }
}

function refuseReserved(reserved: Map<Reserved, string>, refused: Reserved[]): void {
  const name = refused.find((one) => reserved.has(one))
  if (name === 'on_conflict') throw unsupported(name, 'Rows cannot be upserted.')
  if (name) throw malformedParameter(name, 'is not possible with this method')
}

function integerOf(reserved: Map<Reserved, string>, name: Reserved, max: number): number | undefined {
  const text = reserved.get(name)
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text) || Number(text) > max)
    throw malformedParameter(name, `must be a whole number up to ${max}`)
  return Number(text)
}

interface Preferences {
  return?: 'minimal' | 'representation'
  count?: 'exact' | 'planned' | 'estimated'
  /** The limit of changed rows; a write of more is refused. */
  maxAffected?: number
}

const SCHEMA = 'public'
/** Preferences that describe what this server always does. */
const ALWAYS_SO = ['missing=default', 'missing=null', 'tx=commit', 'handling=strict', 'handling=lenient']

/** Returns the preferences of a request. Throws AppError 400 for one that is not supported. */
function readPreferences({ prefer }: IncomingHttpHeaders): Preferences {
  const preferences: Preferences = {}
  for (const written of [prefer ?? ''].flat().join(',').split(/[,;]/)) {
    const preference = written.trim()
    const [name = '', value = ''] = preference.split('=', 2)
    if (preference === '' || ALWAYS_SO.includes(preference)) continue
    if (name === 'return' && (value === 'minimal' || value === 'representation')) preferences.return = value
    else if (preference === 'return=headers-only') preferences.return = 'minimal'
    else if (name === 'count' && (value === 'exact' || value === 'planned' || value === 'estimated'))
      preferences.count = value
    else if (name === 'max-affected' && /^\d{1,9}$/.test(value)) preferences.maxAffected = Number(value)
    else throw unknownPreference(preference)
  }
  return preferences
}

/** Returns whether a single row is requested as an object. Throws AppError 406 for formats other than JSON. */
function readFormat({ accept = '*/*' }: IncomingHttpHeaders): { isSingle: boolean } {
  const types = accept.split(',').map((type) => type.trim())
  const plain = types.filter((type) => !/nulls=stripped|vnd\.pgrst\.plan/.test(type))
  if (plain.some((type) => type.startsWith('application/vnd.pgrst.object'))) return { isSingle: true }
  const isJson = plain.some((type) => /^(?:\*\/\*|application\/(?:\*|json|vnd\.pgrst\.array\+json))/.test(type))
  if (!isJson) throw notAcceptable(accept)
  return { isSingle: false }
}

/** Throws AppError 406 for a request that names another schema than the only one. */
function requireKnownSchema(headers: IncomingHttpHeaders): void {
  for (const name of ['accept-profile', 'content-profile'] as const) {
    if (![SCHEMA, undefined, ''].includes(headers[name]?.toString())) throw unknownSchema()
  }
}

/** Returns the rows of a `Range` header: `0-9` are the first ten. Throws AppError 400 for any other form. */
function readRange({ range }: IncomingHttpHeaders): { offset: number; limit?: number } | undefined {
  if (range === undefined) return undefined
  const [, first, last] = /^(\d{1,9})-(\d{1,9})?$/.exec(range.replace(/^items=/, '')) ?? []
  if (first === undefined) throw malformedParameter('range', 'must be like 0-9')
  if (last === undefined) return { offset: Number(first) }
  if (Number(last) < Number(first)) throw malformedParameter('range', 'must not end before it begins')
  return { offset: Number(first), limit: Number(last) - Number(first) + 1 }
}
