import { Readable } from 'node:stream'
import type { Options } from 'csv-stringify'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'
import { TOTAL_ROWS_HEADER } from '../../shared/kernel/list-constants.ts'

const FORMAT: Options = {
  record_delimiter: 'windows',
  quote_record_delimiter: true,
  // A text that a spreadsheet would evaluate is prefixed with an apostrophe.
  escape_formulas: true,
  cast: { boolean: String },
}

export type CsvCell = string | number | boolean
export type CsvRow = readonly CsvCell[]

/** The rows of a file, in batches, and how many there are. */
export interface CsvRows {
  /** Undefined when they cannot be counted in reasonable time. */
  total: number | undefined
  batches: AsyncIterable<CsvRow[]>
}

/** Returns rows as CSV (RFC 4180), safe to open in a spreadsheet. */
export function csvRows(rows: CsvRow[]): string {
  return stringify(rows, FORMAT)
}

/** Streams a CSV file; one batch of rows at a time is in memory. A header has the count of the rows. */
export function sendCsv(
  reply: FastifyReply,
  file: { name: string; header: readonly string[] } & CsvRows,
): FastifyReply {
  async function* lines() {
    yield csvRows([file.header])
    for await (const rows of file.batches) yield csvRows(rows)
  }
  if (file.total !== undefined) reply.header(TOTAL_ROWS_HEADER, file.total)
  return reply
    .type('text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .send(Readable.from(lines(), { objectMode: false }))
}
