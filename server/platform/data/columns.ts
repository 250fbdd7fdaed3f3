import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'

/** Returns the columns that a table and a response schema have in common; other fields are computed. */
export function columnsOf<Table extends z.ZodRawShape, Shown extends z.ZodRawShape>(
  table: z.ZodObject<Table>,
  shown: z.ZodObject<Shown>,
): readonly (keyof Table & keyof Shown)[] {
  const isColumn = (name: string): name is string & keyof Table & keyof Shown => name in table.shape
  return Object.keys(shown.shape).filter(isColumn)
}

/** Returns SQL for a list of columns to select. */
export function columnList(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)))
}

type IsoTimes<Row> = {
  [Column in keyof Row]: Date extends Row[Column] ? Exclude<Row[Column], Date> | string : Row[Column]
}

/** Returns a row with its times as ISO texts. */
export function withIsoTimes<Row extends object>(row: Row): IsoTimes<Row> {
  const columns = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(columns) as IsoTimes<Row>
}
