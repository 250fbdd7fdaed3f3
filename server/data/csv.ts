import { Readable } from 'node:stream'
import type { Options } from 'csv-stringify'
import { stringify } from 'csv-stringify/sync'
import type { FastifyReply } from 'fastify'

const FORMAT: Options = {
  record_delimiter: 'windows',
  quote_record_delimiter: true,
  // A text that a spreadsheet would evaluate is prefixed with an apostrophe.
  escape_formulas: true,
  cast: { boolean: String },
}

export type CsvCell = string | number | boolean

/** Returns rows as CSV (RFC 4180), safe to open in a spreadsheet. */
export function csvRows(rows: (readonly CsvCell[])[]): string {
  return stringify(rows, FORMAT)
}

/** Streams a CSV file; one batch of rows at a time is in memory. */
export function sendCsv(
  reply: FastifyReply,
  file: { name: string; header: readonly string[]; batches: AsyncIterable<(readonly CsvCell[])[]> },
): FastifyReply {
  async function* lines() {
    yield csvRows([file.header])
    for await (const rows of file.batches) yield csvRows(rows)
  }
  return reply
    .type('text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .send(Readable.from(lines(), { objectMode: false }))
}
