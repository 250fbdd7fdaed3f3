import { sql } from 'kysely'
import type { TestApp } from './test-app.ts'

type Values = Record<string, unknown>

/** Replaces values in the rows that match, which no request could do. */
export async function setRows(
  { db }: Pick<TestApp, 'db'>,
  table: string,
  values: Values,
  having: Values,
): Promise<void> {
  const pairs = (of: Values) => Object.entries(of).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const where = sql.join(pairs(having), sql` and `)
  await sql`update ${sql.table(table)} set ${sql.join(pairs(values))} where ${where}`.execute(db)
}
