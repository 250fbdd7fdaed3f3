import type { Db } from '../../db/tables.ts'
import { IDEMPOTENCY_KEY_TTL_HOURS } from '../../shared/orders/constants.ts'
import type { Clock } from '../platform/clock.ts'
import { type Job, startJob } from '../platform/jobs.ts'
import { deleteKeysOlderThan } from './queries.ts'

const EVERY_MS = 10 * 60 * 1000
const BATCH = 500

interface Deps {
  db: Db
  clock: Clock
}

/** Removes a batch of the idempotency keys that are past their time; answers whether there may be more. */
export async function forgetKeys({ db, clock }: Deps): Promise<boolean> {
  const oldest = new Date(clock().getTime() - IDEMPOTENCY_KEY_TTL_HOURS * 60 * 60 * 1000)
  return (await deleteKeysOlderThan(db, oldest, BATCH)) === BATCH
}

/** Does so every ten minutes; processes share the work. */
export function startForgettingKeys(deps: Deps & { log: { error(event: object): void } }): Job {
  return startJob({
    name: 'idempotency-keys',
    everyMs: EVERY_MS,
    turn: () => forgetKeys(deps),
    onError: (error) => deps.log.error({ err: error, event: 'idempotency_keys_not_forgotten' }),
  })
}
