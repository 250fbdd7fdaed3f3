import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Options } from 'csv-stringify'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { isConflict, isDatabaseUnavailable } from '../../../db/connect.ts'
import { createContext, currentContext, runInContext } from '../../../db/request-context.ts'
import { inZone, zonedTime } from '../../../shared/kernel/calendar.ts'
import { TOTAL_ROWS_HEADER } from '../../../shared/kernel/list-constants.ts'

const BATCH_ROWS = 1_000
/** The wait budget of one attempt; that of the request would not last for the whole file. */
const ATTEMPT_BUDGET_MS = 4_600
const PAUSE_MS = 1_000
/** Shorter than the timeout of a connection on which nothing is sent. */
const GIVE_UP_AFTER_MS = 25_000

const FORMAT: Options = {
  record_delimiter: 'windows',
  quote_record_delimiter: true,
  // A text that a spreadsheet would evaluate is prefixed with an apostrophe.
  escape_formulas: true,
  cast: { boolean: String },
}

/** Without it Excel assumes the system's legacy encoding. */
const UTF8_MARK = '\uFEFF'

type CsvCell = string | number | boolean

/** A column of a file: its heading, and the cell of a row. For days and times the heading names the time zone. */
export type CsvColumn<Row> =
  | readonly [heading: string, cell: (row: Row) => CsvCell, of?: 'day']
  | readonly [heading: string, cell: (row: Row) => string, of: 'time']

export interface CsvFile {
  /** Undefined when the rows cannot be counted in reasonable time. */
  total: number | undefined
  lines: AsyncIterable<string>
}

export interface NumberRange {
  low: number
  high: number
}

interface Rows<Row> extends Pick<CsvFile, 'total'> {
  first: number
  /** Returns the batch that begins at a number, and the next number; undefined after the last. */
  read: (from: number, size: number) => Promise<{ rows: Row[]; next: number } | undefined>
}

/** Returns the `read` of rows that have numbers, newest first. Numbers that no row has make a batch smaller. */
export function byNumber<Row>(between: (range: NumberRange) => Promise<Row[]>): Rows<Row>['read'] {
  return async (high, size) => {
    if (high < 1) return undefined
    const low = high - size + 1
    return { rows: await between({ low, high }), next: low - 1 }
  }
}

/**
 * Returns a file of these columns. Each batch of rows is read by statements of its own, so that a slow reader holds no
 * connection. While the database is busy or unavailable, the batch is retried for 25 s.
 */
export function csvFile<Row>(columns: readonly CsvColumn<Row>[], { total, first, read }: Rows<Row>): CsvFile {
  const header = csvRows([columns.map(([heading, , of]) => (of ? inZone(heading) : heading))])
  async function* lines() {
    yield UTF8_MARK + header
    for (let from = first; ; ) {
      const batch = await readAgain(() => read(from, BATCH_ROWS))
      if (!batch) return
      if (batch.rows.length) yield csvRows(batch.rows.map((row) => columns.map((column) => cellOf(column, row))))
      from = batch.next
    }
  }
  return { total, lines: lines() }
}

async function readAgain<T>(read: () => Promise<T>): Promise<T> {
  const id = currentContext()?.id ?? 'export'
  const startedAt = performance.now()
  for (;;) {
    try {
      return await runInContext(createContext('request', id, ATTEMPT_BUDGET_MS), read)
    } catch (error) {
      const passes = isDatabaseUnavailable(error) || isConflict(error)
      if (!passes || performance.now() - startedAt > GIVE_UP_AFTER_MS) throw error
      await sleep(PAUSE_MS, undefined, { ref: false })
    }
  }
}

function cellOf<Row>([, cell, of]: CsvColumn<Row>, row: Row): CsvCell {
  const value = cell(row)
  return of === 'time' && value !== '' ? zonedTime(String(value)) : value
}

/** Returns the options of a route that sends a file. It has no HEAD, which would build the whole file. */
export function csvOptions<Query extends z.ZodType>(summary: string, querystring: Query) {
  return {
    exposeHeadRoute: false,
    schema: { summary, produces: ['text/csv'], querystring, response: { 200: z.string() } },
  }
}

/** Returns rows as CSV (RFC 4180), safe to open in a spreadsheet. */
export function csvRows(rows: CsvCell[][]): string {
  return stringify(rows, FORMAT)
}

/** Streams a CSV file; one batch of rows at a time is in memory. A header has the count of the rows. */
export function sendCsv(reply: FastifyReply, name: string, { total, lines }: CsvFile): FastifyReply {
  if (total !== undefined) reply.header(TOTAL_ROWS_HEADER, total)
  return reply
    .type('text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(lines, { objectMode: false }))
}
