import { inTransaction } from '../../../../db/connect.ts'
import type { Tx } from '../../../../db/tables.ts'
import type { AccountSession, VerifyFactorRequest } from '../../../../shared/auth/schema.ts'
import type { AppError } from '../../../platform/http/errors.ts'
import type { Caller } from '../../../platform/http/guards.ts'
import { rateLimits } from '../../../platform/load/rate-limit.ts'
import { lockAccount, NO_CHANGE, updateUser } from '../../accounts/queries.ts'
import { redeemCode } from '../codes/code-queries.ts'
import type { Device, EventLog } from '../protocol/deps.ts'
import { sessionNotFound, userNotFound } from '../protocol/errors.ts'
import { addRefreshToken, describeSession, type OpenSession, type SessionDeps } from '../sessions/open-session.ts'
import { deleteSessions, lockSession, raiseSession } from '../sessions/queries.ts'
import { isStillAssured } from './assurance.ts'
import { matchStep } from './authenticator.ts'
import * as errors from './errors.ts'
import { factorTitle } from './factor-title.ts'
import {
  confirmFactor,
  deleteUnverifiedFactors,
  type FactorSecrets,
  hasVerifiedFactor,
  readFactor,
  takeChallenge,
  takeStep,
  tryChallenge,
} from './queries.ts'

/** Attempts after which a new challenge is needed. */
const MAX_CHALLENGE_ATTEMPTS = 10
const METHODS = { totp: 'totp', phone: 'mfa/phone' } as const

type Outcome = { refused: AppError } | { raised: OpenSession; ended: string[] }

/**
 * Verifies a code of a factor, raises the caller's session to aal2 and returns it with new tokens. Each code, time step
 * and challenge works once. An unconfirmed factor becomes confirmed; the account's sessions without a second factor end.
 * Throws AppError 4xx.
 */
export async function verifyFactor(
  deps: SessionDeps,
  caller: Caller,
  request: VerifyFactorRequest & { factor_id: string },
  from: Device,
  log: EventLog,
): Promise<AccountSession> {
  const { user_id } = caller
  const { factor_id, challenge_id, code } = request
  if (!code) throw errors.codeMissing()
  await deps.limiter.take(rateLimits.factorVerify, user_id, from.address)
  await deps.limiter.take(rateLimits.factorVerifyAnywhere, user_id)

  const outcome = await inTransaction(deps.db, async (tx): Promise<Outcome> => {
    const owner = await lockAccount(tx, user_id)
    if (!owner) throw userNotFound()
    const factor = await readFactor(tx, { id: factor_id, user_id })
    if (!factor) throw errors.factorNotFound()
    if (!deps.config.mfa[factor.factor_type]) throw errors.verifyNotEnabled(factor.factor_type)
    // Someone who knows only the password may have enrolled it before the account had a confirmed factor.
    if (factor.status === 'unverified' && !(await isStillAssured(tx, caller))) throw errors.enrollNeedsSecondFactor()
    const refused = await checkCode(tx, deps, factor, { challenge_id, code: code.replaceAll(/\s/g, ''), ip: from.ip })
    // Returned, not thrown: the transaction has to commit the counted attempt.
    if (refused) return { refused }
    if (factor.status === 'unverified') {
      // Cancels a change of address that was requested with the password alone.
      if (!(await hasVerifiedFactor(tx, user_id))) await updateUser(tx, user_id, NO_CHANGE)
      await confirmFactor(tx, factor_id, deps.clock())
      const mail = { template: 'factor_added', data: () => ({ factor: factorTitle(factor) }) } as const
      if (owner.email) await deps.messages.queueMail(tx, { ...mail, to: owner.email })
    }
    await deleteUnverifiedFactors(tx, factor)
    return raise(tx, caller, factor, deps.clock())
  })
  if ('refused' in outcome) {
    log.info({ event: 'factor_refused', user_id, factor_id, code: outcome.refused.code })
    throw outcome.refused
  }
  deps.sessions.invalidate([caller.session_id, ...outcome.ended])
  log.info({ event: 'factor_verified', user_id, factor_id, sessions_ended: outcome.ended.length })
  return describeSession(deps, outcome.raised)
}

async function checkCode(
  tx: Tx,
  deps: SessionDeps,
  factor: FactorSecrets,
  attempt: { challenge_id: string; code: string; ip: string | null },
): Promise<AppError | undefined> {
  const now = deps.clock()
  const challenge = await tryChallenge(tx, { id: attempt.challenge_id, factor_id: factor.id, ip: attempt.ip })
  if (!challenge) return errors.challengeNotFound()
  if (challenge.used_at || !challenge.is_same_ip) return errors.challengeElsewhere()
  if (challenge.expires_at <= now || challenge.attempts > MAX_CHALLENGE_ATTEMPTS)
    return errors.challengeExpired(attempt.challenge_id)
  if (!(await takeCode(tx, deps, factor, attempt.code, now))) return errors.wrongFactorCode(factor.factor_type)
  return (await takeChallenge(tx, { id: attempt.challenge_id, now })) ? undefined : errors.challengeElsewhere()
}

async function takeCode(tx: Tx, { secrets }: SessionDeps, factor: FactorSecrets, code: string, now: Date) {
  const { id, user_id, phone, sealed_secret } = factor
  if (phone) return Boolean(await redeemCode(tx, { secrets, user_id, purpose: 'mfa_phone', address: phone, code, now }))
  if (!sealed_secret) throw new Error('a factor without phone and secret')
  const step = matchStep(secrets, { id, sealed_secret }, code, now)
  return step !== undefined && (await takeStep(tx, { factor_id: id, step }))
}

async function raise(tx: Tx, { user_id, session_id }: Caller, factor: FactorSecrets, now: Date) {
  const session = await lockSession(tx, session_id)
  if (!session) throw sessionNotFound()
  const method = METHODS[factor.factor_type]
  const used = { method, timestamp: Math.floor(now.getTime() / 1000) }
  const amr = [used, ...session.amr.filter((entry) => entry.method !== method)]
  await raiseSession(tx, { session_id, factor_id: factor.id, amr, now })
  const refresh_token = await addRefreshToken(tx, session_id)
  const ended = await deleteSessions(tx, user_id, { scope: 'others', session_id }, 'aal1')
  return { raised: { session_id, user_id, aal: 'aal2' as const, amr, refresh_token }, ended }
}
