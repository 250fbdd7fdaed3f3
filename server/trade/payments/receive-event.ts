import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { seal } from '../../platform/keys/sealing.ts'
import { deriveKey, type Secrets } from '../../platform/keys/secrets.ts'
import { type NewEvent, storeEvents } from './event-queries.ts'
import type { SignedEvent } from './stripe/client.ts'
import { loadStripe } from './stripe/library.ts'

export interface EventsDeps {
  db: Db
  clock: Clock
  secrets: Secrets
  isSandbox: boolean
  /** Any of them may have signed an event. */
  webhookSecrets: readonly string[]
}

/** Returns the event of these bytes; undefined unless one of the secrets signed it within five minutes of now. */
export async function readEvent(
  { clock, webhookSecrets }: EventsDeps,
  bytes: Buffer,
  signature: string | undefined,
): Promise<SignedEvent | undefined> {
  if (signature === undefined) return undefined
  const { readSignedEvent } = await loadStripe()
  return readSignedEvent(bytes, { signature, secrets: webhookSecrets, now: clock() })
}

/** Stores events, encrypted, until they are applied; counts repeats. */
export interface Inbox {
  /** Resolves when the event is committed. */
  receive(event: SignedEvent, bytes: Buffer): Promise<void>
}

/** Opens the inbox. Events that arrive during a write are written in the next batch. */
export function openInbox({ db, clock, secrets, isSandbox }: EventsDeps): Inbox {
  const key = deriveKey(secrets, 'payment events')
  let waiting: NewEvent[] = []
  let next: Promise<void> | undefined
  let writing: Promise<unknown> = Promise.resolve()

  async function writeNext(): Promise<void> {
    await writing
    const events = waiting
    waiting = []
    next = undefined
    const written = storeEvents(db, events)
    // Callers of this batch get its failure; those of the next one only wait for its end.
    writing = written.catch(() => {})
    await written
  }

  return {
    receive(event, bytes) {
      waiting.push({
        sandbox: isSandbox,
        event_id: event.id.slice(0, 255),
        event_type: event.type.slice(0, 100),
        object_ref: event.intentRef?.slice(0, 255) ?? null,
        content: seal(key, bytes.toString('utf8'), event.id),
        now: clock(),
      })
      next ??= writeNext()
      return next
    },
  }
}
