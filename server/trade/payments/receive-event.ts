import type { CipherKey } from 'node:crypto'
import type { Db } from '../../../db/tables.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { createBatchedWrite } from '../../platform/data/batched.ts'
import { seal } from '../../platform/keys/sealing.ts'
import { type NewEvent, storeEvents } from './event-queries.ts'
import type { SignedEvent } from './stripe/client.ts'

export interface EventsDeps {
  db: Db
  clock: Clock
  /** Encrypts stored events. */
  contentKey: CipherKey
  isSandbox: boolean
  /** An event may be signed with any of them. */
  webhookSecrets: readonly string[]
}

/** The most events that one statement stores. */
const BATCH = 100

const store = createBatchedWrite<{ db: Db }, NewEvent, unknown>({
  limit: BATCH,
  keyOf: ({ event_id }) => event_id,
  batch: async ({ db }, events) => {
    await storeEvents(db, { events: JSON.stringify(events) })
    return new Map(events.map((event) => [event, undefined]))
  },
  single: ({ db }, event) => storeEvents(db, { events: JSON.stringify([event]) }),
})

/** Stores an event, encrypted, until it is applied; counts repeats. Resolves when it is committed. */
export async function receiveEvent(deps: EventsDeps, event: SignedEvent, bytes: Buffer): Promise<void> {
  await store(deps, {
    sandbox: deps.isSandbox,
    event_id: event.id.slice(0, 255),
    event_type: event.type.slice(0, 100),
    object_ref: event.intentRef?.slice(0, 255) ?? null,
    content: `\\x${seal(deps.contentKey, bytes.toString('utf8'), event.id).toString('hex')}`,
    received_at: deps.clock(),
  })
}
