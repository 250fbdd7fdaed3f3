import { Readable } from 'node:stream'
import type { Options } from 'csv-stringify'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { inZone, zonedTime } from '../../../shared/kernel/calendar.ts'
import { TOTAL_ROWS_HEADER } from '../../../shared/kernel/list-constants.ts'

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
type CsvRow = readonly CsvCell[]

/** A column of a file: its heading, and what each row has in it. With days or times, the heading names their zone. */
export type CsvColumn<Row> =
  | readonly [heading: string, cell: (row: Row) => CsvCell, of?: 'day']
  | readonly [heading: string, cell: (row: Row) => string, of: 'time']

interface Rows<Row> {
  /** Undefined when they cannot be counted in reasonable time. */
  total: number | undefined
  batches: AsyncIterable<Row[]>
}

export interface CsvFile extends Rows<CsvRow> {
  header: readonly string[]
}

/** Returns a file of these columns. */
export function csvFile<Row>(columns: readonly CsvColumn<Row>[], { total, batches }: Rows<Row>): CsvFile {
  async function* cells() {
    for await (const rows of batches) yield rows.map((row) => columns.map((column) => cellOf(column, row)))
  }
  const header = columns.map(([heading, , of]) => (of ? inZone(heading) : heading))
  return { header, total, batches: cells() }
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
export function csvRows(rows: CsvRow[]): string {
  return stringify(rows, FORMAT)
}

/** Streams a CSV file; one batch of rows at a time is in memory. A header has the count of the rows. */
export function sendCsv(reply: FastifyReply, name: string, file: CsvFile): FastifyReply {
  async function* lines() {
    yield UTF8_MARK + csvRows([file.header])
    for await (const rows of file.batches) yield csvRows(rows)
  }
  if (file.total !== undefined) reply.header(TOTAL_ROWS_HEADER, file.total)
  return reply
    .type('text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(lines(), { objectMode: false }))
}
