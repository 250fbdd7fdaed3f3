import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../db/tables.ts'
import { rulesOfRows } from '../../server/operate/check/check-invariants.ts'
import { countViolations } from '../../server/operate/check/queries.ts'

/** Statements that corrupt one thing each, by a description, under the rule of `npm run db:check` that detects it. */
export type Corruptions = Record<string, Record<string, string>>

/** Returns description, statements and rule for `test.each`. */
export const corruptionsOf = (all: Corruptions): [what: string, statements: string, rule: string][] =>
  Object.entries(all).flatMap(([rule, ofRule]) =>
    Object.entries(ofRule).map(([what, statements]): [string, string, string] => [what, statements, rule]),
  )

/** Expects that these statements, which are rolled back, break the rule of `npm run db:check` with this name. */
export async function expectBroken(db: Db, statements: string, name: string): Promise<void> {
  const transaction = await db.startTransaction().execute()
  try {
    await sql.raw(statements).execute(transaction)
    const rule = (await rulesOfRows(transaction)).find((one) => one.name === name)
    expect(rule && (await countViolations(transaction, rule)).count, name).toBeGreaterThan(0)
  } finally {
    await transaction.rollback().execute()
  }
}
