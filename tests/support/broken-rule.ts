import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../db/tables.ts'
import { rulesOfRows } from '../../server/operate/check/check-invariants.ts'
import { countViolations } from '../../server/operate/check/queries.ts'

/** Expects that statements, which are undone afterwards, break the rule of `npm run db:check` with this name. */
export async function expectBroken(db: Db, statements: readonly string[], name: string): Promise<void> {
  const transaction = await db.startTransaction().execute()
  try {
    for (const statement of statements) await sql.raw(statement).execute(transaction)
    const rule = (await rulesOfRows(transaction)).find((one) => one.name === name)
    expect(rule && (await countViolations(transaction, rule)).count, name).toBeGreaterThan(0)
  } finally {
    await transaction.rollback().execute()
  }
}
