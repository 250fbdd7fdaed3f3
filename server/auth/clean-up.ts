import type { Db } from '../../db/tables.ts'
import type { Messages } from '../mail/messages.ts'
import { type Clock, secondsBefore } from '../platform/clock.ts'
import { type Job, startJob } from '../platform/jobs.ts'
import { deleteEndedWindows } from '../platform/queries.ts'
import {
  deleteAllAbandonedFactors,
  deleteExpiredChallenges,
  deleteExpiredCodes,
  deleteExpiredFlows,
  deleteExpiredProviderFlows,
  deleteExpiredProviderTokens,
  deleteGuests,
  deleteOldMerges,
  deleteReplacedTokens,
  deleteUnusedSessions,
} from './clean-up-queries.ts'
import { ABANDONED_AFTER_SECONDS } from './mfa/enroll-factor.ts'

const EVERY_MS = 10 * 60 * 1000
/** Removed at once, so that no statement holds many rows. */
const BATCH = 500
const DAY_SECONDS = 24 * 3600
/** A session that was not refreshed for so long is forgotten. */
const SESSION_LIFE_SECONDS = 180 * DAY_SECONDS
/** A replaced refresh token is kept for telling a thief from a stranger. */
const REPLACED_TOKEN_SECONDS = 30 * DAY_SECONDS
/** Guests whose sessions are gone. */
const GUEST_LIFE_SECONDS = 30 * DAY_SECONDS

export interface CleanUpDeps {
  db: Db
  clock: Clock
  messages: Messages
  log: { error(event: object): void }
}

/** Removes what is over, every ten minutes; processes share it. */
export function startCleanUp(deps: CleanUpDeps): Job {
  return startJob({
    name: 'clean-up',
    everyMs: EVERY_MS,
    turn: () => cleanUp(deps),
    onError: (error) => deps.log.error({ err: error, event: 'clean_up_failed' }),
  })
}

/** Removes some of what is over; answers whether there may be more. */
export async function cleanUp({ db, clock, messages }: Omit<CleanUpDeps, 'log'>): Promise<boolean> {
  const now = clock()
  const before = (seconds: number) => secondsBefore(now, seconds)
  const removed = [
    await deleteEndedWindows(db, BATCH),
    await deleteExpiredCodes(db, now, BATCH),
    await deleteExpiredFlows(db, now, BATCH),
    await deleteExpiredProviderFlows(db, now, BATCH),
    await deleteExpiredProviderTokens(db, now, BATCH),
    await deleteExpiredChallenges(db, now, BATCH),
    await deleteAllAbandonedFactors(db, before(ABANDONED_AFTER_SECONDS), BATCH),
    await deleteReplacedTokens(db, before(REPLACED_TOKEN_SECONDS), BATCH),
    await deleteUnusedSessions(db, before(SESSION_LIFE_SECONDS), BATCH),
    await deleteOldMerges(db, before(SESSION_LIFE_SECONDS), BATCH),
    await deleteGuests(db, before(GUEST_LIFE_SECONDS), BATCH),
    await messages.cleanUp(now, BATCH),
  ]
  return removed.includes(BATCH)
}
