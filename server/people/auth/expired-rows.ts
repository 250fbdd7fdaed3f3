import { SESSION_LIFE_SECONDS } from '../../../shared/auth/constants.ts'
import { DAY_SECONDS } from '../../platform/config/clock.ts'
import { afterSeconds, type DeleteExpired } from '../../platform/jobs/delete-expired.ts'
import { deleteExpiredCodes } from './codes/code-queries.ts'
import { deleteExpiredFlows } from './codes/flow-queries.ts'
import { ABANDONED_AFTER_SECONDS } from './factors/factors.ts'
import { deleteAllAbandonedFactors, deleteExpiredChallenges } from './factors/queries.ts'
import { deleteExpiredOauthFlows, deleteExpiredProviderTokens } from './providers/queries.ts'
import { deleteReplacedTokens, deleteUnusedNetworks, deleteUnusedSessions } from './sessions/queries.ts'

/** A replaced refresh token stays stored, so that its reuse is recognized. */
const REPLACED_TOKEN_SECONDS = 30 * DAY_SECONDS
/** Longer than a session lives: owners sign in again from the same network. */
const KNOWN_NETWORK_SECONDS = 180 * DAY_SECONDS

/** The deletions of sign-in's expired rows. */
export const expiredAuthRows: readonly DeleteExpired[] = [
  deleteExpiredCodes,
  deleteExpiredFlows,
  deleteExpiredOauthFlows,
  deleteExpiredProviderTokens,
  deleteExpiredChallenges,
  afterSeconds(ABANDONED_AFTER_SECONDS, deleteAllAbandonedFactors),
  afterSeconds(REPLACED_TOKEN_SECONDS, deleteReplacedTokens),
  afterSeconds(KNOWN_NETWORK_SECONDS, deleteUnusedNetworks),
  afterSeconds(SESSION_LIFE_SECONDS, deleteUnusedSessions),
]
