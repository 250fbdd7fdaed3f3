import { readMigrationStatus } from '../../db/migrate.ts'
import type { Db } from '../../db/tables.ts'

/**
 * Throws an Error that says what to do when the database has no schema, the schema of a newer version or, where the
 * `newest` is needed, that of an older version.
 */
export async function requireSchema(db: Db, needed: 'newest' | 'any'): Promise<void> {
  const { applied, pending } = await readMigrationStatus(db)
  if (applied.length === 0)
    throw new Error('There is no marketplace in this database yet: check DATA_DIR and DATABASE_URL.')
  if (needed === 'newest' && pending.length > 0)
    throw new Error(`The database is missing ${pending.join(', ')}: run \`npm run db:migrate\` first.`)
}
