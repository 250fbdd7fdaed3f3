import { announce } from '../../../db/channels.ts'
import type { Tx } from '../../../db/tables.ts'

export const OBJECT_CHANGES = 'object_changes'

/**
 * Announces that objects of a bucket were replaced, renamed or removed: one by its name, those in a folder by a name that ends
 * with `/`, all without a name. No process sends what it has cached of them after it has received the message, this one
 * after the transaction.
 */
export function objectsChanged(tx: Tx, bucketId: string, name = ''): Promise<void> {
  return announce(tx, OBJECT_CHANGES, `${bucketId}/${name}`)
}
