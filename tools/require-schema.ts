import { readMigrationStatus } from '../db/migrate.ts'
import type { Db } from '../db/tables.ts'

/**
 * Throws an Error that says what to do when there is no market in the database, or one that a newer version made, or,
 * where the `newest` schema is needed, one that an older version left.
 */
export async function requireSchema(db: Db, needed: 'newest' | 'any'): Promise<void> {
  const { applied, pending } = await readMigrationStatus(db)
  if (applied.length === 0)
    throw new Error('There is no market in this database yet: look at DATA_DIR and DATABASE_URL.')
  if (needed === 'newest' && pending.length > 0)
    throw new Error(`The database lacks ${pending.join(', ')}: run \`npm run db:migrate\` first.`)
}
