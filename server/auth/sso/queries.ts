import type { Db, Tx } from '../../../db/tables.ts'

/** Whether one of the person's identities is managed by an organisation. */
export async function hasSsoIdentity(db: Db | Tx, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('identities')
    .select('identity_id')
    .where('user_id', '=', userId)
    .where('provider', 'like', 'sso:%')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
