import type { Db } from '../../db/tables.ts'
import { IDEMPOTENCY_KEY_TTL_HOURS } from '../../shared/orders/constants.ts'
import type { Clock } from '../platform/clock.ts'
import { deleteKeysOlderThan } from './queries.ts'

const SWEEP_EVERY_MS = 10 * 60 * 1000
const SWEEP_ROWS = 500

/**
 * Makes the sweep of idempotency keys that are past their time, to be called after each answer, when nobody waits for
 * it: it works every ten minutes and in small batches, and goes on at the next call while batches come back full.
 */
export function createKeySweep(db: Db, clock: Clock): () => Promise<void> {
  let nextSweep = 0
  return async () => {
    const now = clock().getTime()
    if (now < nextSweep) return
    nextSweep = now + SWEEP_EVERY_MS
    const oldest = new Date(now - IDEMPOTENCY_KEY_TTL_HOURS * 60 * 60 * 1000)
    if ((await deleteKeysOlderThan(db, oldest, SWEEP_ROWS)) === SWEEP_ROWS) nextSweep = now
  }
}
