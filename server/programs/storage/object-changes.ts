import { announce } from '../../../db/channels.ts'
import type { Tx } from '../../../db/tables.ts'

export const OBJECT_CHANGES = 'object_changes'

/**
 * Announces that objects were replaced, renamed or removed: those of a bucket whose names begin with `prefix`. No process
 * uses what it keeps of them after it has received the message, this one after the transaction.
 */
export function objectsChanged(tx: Tx, bucketId: string, prefix = ''): Promise<void> {
  return announce(tx, OBJECT_CHANGES, `${bucketId}/${prefix}`)
}
