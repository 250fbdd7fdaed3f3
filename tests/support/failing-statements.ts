import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'

/** PostgreSQL's error codes that a retry may resolve. */
export const PASSING_FAULTS = { deadlock: '40P01', serialization: '40001', lockNotAvailable: '55P03' } as const

/**
 * Makes the next `attempts` statements of type `event` on `table` fail with PostgreSQL's error; a second call replaces the
 * first. Deterministic, unlike two sessions of which the database picks the victim.
 */
export async function failNext(
  db: Db,
  { event, table, attempts, code }: { event: 'insert' | 'delete'; table: string; attempts: number; code: string },
): Promise<void> {
  // A sequence is not rolled back, so that it also counts attempts in aborted transactions.
  await sql`create sequence if not exists failing_attempts`.execute(db)
  await sql`alter sequence failing_attempts restart`.execute(db)
  await sql`create or replace function fail_next() returns trigger language plpgsql as ${sql.lit(`
    begin
      if nextval('failing_attempts') <= ${attempts} then
        raise exception 'simulated failure' using errcode = '${code}';
      end if;
      return case when tg_op = 'DELETE' then old else new end;
    end`)}`.execute(db)
  await sql`create or replace trigger fail_next before ${sql.raw(event)} on ${sql.table(table)}
    for each row execute function fail_next()`.execute(db)
}

/** Returns the number of attempts since `failNext`. */
export async function attemptsMade(db: Db): Promise<number> {
  const { rows } = await sql<{ last_value: number }>`select last_value from failing_attempts`.execute(db)
  return Number(rows[0]?.last_value)
}
