import type { Db } from '../../db/tables.ts'
import type { Clock } from '../config/clock.ts'
import { seal } from '../keys/sealing.ts'
import { deriveKey, type Secrets } from '../keys/secrets.ts'
import { keepEvent } from './event-queries.ts'
import { readSignedEvent } from './stripe/client.ts'

/** What receiving events needs. */
export interface EventsDeps {
  db: Db
  clock: Clock
  secrets: Secrets
  isSandbox: boolean
  /** Any of them may have signed an event. */
  webhookSecrets: readonly string[]
}

/**
 * Keeps an event of the provider, to be applied by a job; returns false, having stored nothing, unless one of the secrets
 * has signed these bytes within the last five minutes.
 */
export async function receiveEvent(deps: EventsDeps, bytes: Buffer, signature: string | undefined): Promise<boolean> {
  const { db, clock, secrets, isSandbox, webhookSecrets } = deps
  const now = clock()
  const event =
    signature === undefined ? undefined : readSignedEvent(bytes, { signature, secrets: webhookSecrets, now })
  if (!event) return false
  await keepEvent(db, {
    sandbox: isSandbox,
    event_id: event.id.slice(0, 255),
    event_type: event.type.slice(0, 100),
    object_ref: event.intentRef?.slice(0, 255) ?? null,
    content: seal(deriveKey(secrets, 'payment events'), bytes.toString('utf8'), event.id),
    now,
  })
  return true
}
