import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Db } from '../../../db/tables.ts'
import { deriveKey, type Secrets } from '../../platform/keys/secrets.ts'
import { type Message, unsealMessage } from './message.ts'
import { type Channel, readOutbox, readOutboxMessage } from './queries.ts'

const OUTBOX_SHOWN = 100

export interface OutboxMessage {
  id: string
  channel: Channel
  created_at: string
  message: Message
}

export interface Outbox {
  list(): Promise<OutboxMessage[]>
  read(id: string): Promise<OutboxMessage | undefined>
}

/** Returns the key that encrypts waiting messages, imported once: importing bytes costs as much as encrypting a mail. */
export function messageKey(secrets: Secrets): KeyObject {
  return createSecretKey(deriveKey(secrets, 'outgoing messages'))
}

/** Returns the outbox. Messages that were encrypted with earlier keys are skipped. */
export function createOutbox(db: Db, secrets: Secrets): Outbox {
  const key = messageKey(secrets)
  const toMessage = ({ id, channel, content, created_at }: OutboxRow): OutboxMessage | undefined => {
    const message = content && unsealIfPossible(key, id, content)
    return message ? { id, channel, created_at: created_at.toISOString(), message } : undefined
  }
  return {
    list: async () => (await readOutbox(db, OUTBOX_SHOWN)).flatMap((row) => toMessage(row) ?? []),
    read: async (id) => {
      const row = await readOutboxMessage(db, id)
      return row && toMessage(row)
    },
  }
}

type OutboxRow = Awaited<ReturnType<typeof readOutbox>>[number]

function unsealIfPossible(key: KeyObject, id: string, content: Buffer): Message | undefined {
  try {
    return unsealMessage(key, id, content)
  } catch {
    return undefined
  }
}
