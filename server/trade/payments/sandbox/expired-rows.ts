import { DAY_SECONDS } from '../../../platform/config/clock.ts'
import { afterSeconds, type DeleteExpired } from '../../../platform/jobs/delete-expired.ts'
import { deleteEvents } from './control-queries.ts'
import { deleteKeys } from './key-queries.ts'

const KEYS_KEPT_SECONDS = DAY_SECONDS
const EVENTS_KEPT_SECONDS = 30 * DAY_SECONDS

/** What the sandbox forgets, after the times that Stripe keeps it. */
export const expiredSandboxRows: readonly DeleteExpired[] = [
  afterSeconds(KEYS_KEPT_SECONDS, deleteKeys),
  afterSeconds(EVENTS_KEPT_SECONDS, deleteEvents),
]
