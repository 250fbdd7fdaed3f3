import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A cell that begins so would be worked out by a spreadsheet; some also read the full-width signs. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u

export type CsvCell = string | number | boolean

/** One row as RFC 4180 has it. Texts a spreadsheet would take for a formula get an apostrophe in front. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: CsvCell): string {
  if (typeof cell !== 'string') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Answers a CSV file that is written while it is read; nothing is held but one batch of rows. */
export function sendCsv(
  reply: FastifyReply,
  file: { name: string; header: readonly string[]; batches: AsyncIterable<(readonly CsvCell[])[]> },
): FastifyReply {
  async function* lines() {
    yield csvRow(file.header)
    for await (const rows of file.batches) yield rows.map(csvRow).join('')
  }
  return reply
    .type('text/csv; charset=utf-8; header=present')
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .send(Readable.from(lines(), { objectMode: false }))
}
