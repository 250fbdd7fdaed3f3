import { sql, type UpdateObject } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import { isAny } from '../../platform/data/count-queries.ts'

export type MailSettingsRow = Awaited<ReturnType<typeof readMailSettings>>

export function readMailSettings(db: Db | Tx) {
  return db
    .selectFrom('mail_settings')
    .select(['revision', 'sender_name', 'reply_to', 'footer', 'sealed_server', 'server_saved_at'])
    .executeTakeFirstOrThrow()
}

/** Returns false when the settings have another revision. */
export async function updateMailSettings(
  tx: Tx,
  revision: number,
  change: UpdateObject<Tables, 'mail_settings'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mail_settings')
    .set({ ...change, revision: sql<number>`revision + 1` })
    .where('revision', '=', revision)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns whether a mail server was set in the browser. */
export function hasMailServer(db: Db): Promise<boolean> {
  return isAny(db.selectFrom('mail_settings').where('sealed_server', 'is not', null))
}
