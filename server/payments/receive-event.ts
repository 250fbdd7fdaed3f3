import type { Db } from '../../db/tables.ts'
import type { Clock } from '../config/clock.ts'
import { seal } from '../keys/sealing.ts'
import { deriveKey, type Secrets } from '../keys/secrets.ts'
import { keepEvent } from './event-queries.ts'
import { readSignedEvent, type SignedEvent } from './stripe/client.ts'

/** What receiving events needs. */
export interface EventsDeps {
  db: Db
  clock: Clock
  secrets: Secrets
  isSandbox: boolean
  /** Any of them may have signed an event. */
  webhookSecrets: readonly string[]
}

/** Returns the event of these bytes; undefined unless one of the secrets has signed them within the last five minutes. */
export function readEvent(
  { clock, webhookSecrets }: EventsDeps,
  bytes: Buffer,
  signature: string | undefined,
): SignedEvent | undefined {
  if (signature === undefined) return undefined
  return readSignedEvent(bytes, { signature, secrets: webhookSecrets, now: clock() })
}

/** Keeps an event, encrypted, until it is applied; one that is known is counted. */
export async function receiveEvent(deps: EventsDeps, event: SignedEvent, bytes: Buffer): Promise<void> {
  const { db, clock, secrets, isSandbox } = deps
  await keepEvent(db, {
    sandbox: isSandbox,
    event_id: event.id.slice(0, 255),
    event_type: event.type.slice(0, 100),
    object_ref: event.intentRef?.slice(0, 255) ?? null,
    content: seal(deriveKey(secrets, 'payment events'), bytes.toString('utf8'), event.id),
    now: clock(),
  })
}
