import { randomUUID } from 'node:crypto'
import { inTransaction } from '../../../../db/connect.ts'
import type { Tx } from '../../../../db/tables.ts'
import { MAX_FACTOR_NAME_LENGTH } from '../../../../shared/auth/constants.ts'
import type {
  AccountSession,
  Challenge,
  EnrolledFactor,
  EnrollFactorRequest,
  VerifyFactorRequest,
} from '../../../../shared/auth/schema.ts'
import { nameMessages } from '../../../../shared/kernel/name-messages.ts'
import { isPlainLine, isPlainName } from '../../../../shared/kernel/text.ts'
import { mailMessages } from '../../../../shared/mail/messages.ts'
import { secondsAfter, secondsBefore } from '../../../platform/config/clock.ts'
import type { AppError } from '../../../platform/http/errors.ts'
import type { Caller } from '../../../platform/http/guards.ts'
import { rateLimits } from '../../../platform/load/rate-limit.ts'
import { requirePhone } from '../../accounts/addresses.ts'
import { validationFailed } from '../../accounts/errors.ts'
import { lockAccount, NO_CHANGE, updateUser } from '../../accounts/queries.ts'
import { redeemCode } from '../codes/code-queries.ts'
import { sendPhoneCode, takeMessage } from '../codes/send-code.ts'
import type { Device, EventLog, ProtocolDeps } from '../protocol/deps.ts'
import { sessionNotFound, userNotFound } from '../protocol/errors.ts'
import { readFactors } from '../protocol/user-queries.ts'
import { addRefreshToken, describeSession, type OpenSession, type SessionDeps } from '../sessions/open-session.ts'
import { deleteSessions, lockSession, lowerSessions, raiseSession } from '../sessions/queries.ts'
import { isStillAssured } from './assurance.ts'
import { matchStep, newAuthenticatorSecret, sealAuthenticatorSecret } from './authenticator.ts'
import * as errors from './errors.ts'
import {
  confirmFactor,
  deleteAbandonedFactors,
  deleteFactor,
  deleteUnverifiedFactors,
  type FactorSecrets,
  hasVerifiedFactor,
  insertChallenge,
  insertFactor,
  readFactor,
  takeChallenge,
  takeStep,
  tryChallenge,
} from './queries.ts'

/** For the confirmed factors of an account, and again for unconfirmed ones. */
const MAX_FACTORS = 10
/** An unconfirmed factor without a challenge for this long is deleted. */
export const ABANDONED_AFTER_SECONDS = 300

/**
 * Adds a second factor to the caller's account and returns it; it takes effect once one of its codes has been verified. The
 * authenticator's secret is in this response only. Throws AppError 4xx.
 */
export async function enrollFactor(deps: ProtocolDeps, caller: Caller, request: EnrollFactorRequest, log: EventLog) {
  const { issuer, factor_type, friendly_name, phone } = readRequest(deps, request)
  const now = deps.clock()
  const id = randomUUID()
  const { user_id } = caller

  const totp = await inTransaction(deps.db, async (tx) => {
    const owner = await lockAccount(tx, user_id)
    if (!owner) throw userNotFound()
    if (owner.is_anonymous) throw errors.guestsHaveNoFactors()
    await makeRoom(tx, caller, phone, now)
    const account = owner.email ?? owner.phone ?? user_id
    const totp = factor_type === 'totp' ? newAuthenticatorSecret({ issuer, account }) : undefined
    const sealed_secret = totp ? sealAuthenticatorSecret(deps.secrets, id, totp.secret) : null
    const factor = { id, user_id, factor_type, friendly_name, phone, sealed_secret, created_at: now }
    if (!(await insertFactor(tx, factor))) throw errors.nameTaken(friendly_name)
    return totp
  })
  log.info({ event: 'factor_enrolled', user_id, factor_id: id, factor_type })
  return { id, type: factor_type, friendly_name, totp, phone: phone ?? undefined } satisfies EnrolledFactor
}

async function makeRoom(tx: Tx, caller: Caller, phone: string | null, now: Date): Promise<void> {
  const { user_id } = caller
  const before = secondsBefore(now, ABANDONED_AFTER_SECONDS)
  await deleteAbandonedFactors(tx, { user_id, before })
  const factors = await readFactors(tx, user_id)
  const verified = factors.filter(({ status }) => status === 'verified')
  const samePhone = phone === null ? undefined : factors.find((factor) => factor.phone === phone)
  if (samePhone?.status === 'verified') throw errors.phoneAlreadyVerified()
  if (verified.length >= MAX_FACTORS) throw errors.tooManyVerifiedFactors()
  if (verified.length && caller.aal !== 'aal2') throw errors.enrollNeedsSecondFactor()
  if (samePhone) await deleteFactor(tx, samePhone.id)
  else if (factors.length - verified.length >= MAX_FACTORS) throw errors.tooManyUnverifiedFactors()
}

function readRequest({ config }: ProtocolDeps, request: EnrollFactorRequest) {
  const { factor_type } = request
  if (factor_type === 'webauthn') throw errors.enrollNotEnabled(factor_type)
  if (factor_type !== 'totp' && factor_type !== 'phone') throw errors.unknownFactorType()
  if (!config.mfa[factor_type]) throw errors.enrollNotEnabled(factor_type)
  const friendly_name = readName('friendly_name', request.friendly_name) ?? ''
  const issuer = readName('issuer', request.issuer) || new URL(config.siteUrl).host
  if (factor_type === 'totp') return { factor_type: 'totp' as const, friendly_name, issuer, phone: null }
  if (!request.phone) throw errors.phoneMissing()
  return { factor_type: 'phone' as const, friendly_name, issuer, phone: requirePhone(request.phone) }
}

function readName(member: string, text: string | null | undefined): string | undefined {
  const name = text?.trim()
  if (name && (name.length > MAX_FACTOR_NAME_LENGTH || !isPlainLine(name)))
    throw validationFailed(`${member} must be one line of at most ${MAX_FACTOR_NAME_LENGTH} characters`)
  if (name && !isPlainName(name)) throw validationFailed(`${member}: ${nameMessages.notPlain}`)
  return name
}

/** Removes the caller's factor; sessions that it raised fall back to aal1 at once. Throws AppError 404, 422. */
export async function removeFactor(deps: SessionDeps, caller: Caller, factor_id: string, log: EventLog) {
  const { user_id } = caller
  const lowered = await inTransaction(deps.db, async (tx) => {
    const owner = await lockAccount(tx, user_id)
    if (!owner) throw userNotFound()
    const factor = await readFactor(tx, { id: factor_id, user_id })
    if (!factor) throw errors.factorNotFound()
    if (factor.status === 'verified' && caller.aal !== 'aal2') throw errors.removalNeedsSecondFactor()
    const lowered = await lowerSessions(tx, factor_id)
    await deleteFactor(tx, factor_id)
    const mail = { template: 'factor_removed', data: () => ({ factor: factorTitle(factor) }) } as const
    if (factor.status === 'verified' && owner.email) await deps.messages.queueMail(tx, { ...mail, to: owner.email })
    return lowered
  })
  deps.sessions.invalidate([caller.session_id, ...lowered])
  log.info({ event: 'factor_removed', user_id, factor_id, sessions_lowered: lowered.length })
  return { id: factor_id }
}

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

const CHALLENGE_SECONDS = 300

/** Returns a challenge for a factor, which only the same IP address can meet; a phone is sent the code. */
export async function challengeFactor(
  deps: ProtocolDeps,
  { user_id }: Caller,
  request: { factor_id: string; channel?: string | null | undefined },
  from: Device,
): Promise<Challenge> {
  const { config, db, limiter } = deps
  const { factor_id } = request
  if ((request.channel || 'sms') !== 'sms') throw errors.channelUnknown()
  await limiter.take(rateLimits.factorChallenge, user_id, from.address)
  const found = await readFactor(db, { id: factor_id, user_id })
  if (!found) throw errors.factorNotFound()
  if (!config.mfa[found.factor_type]) throw errors.verifyNotEnabled(found.factor_type)
  if (found.phone && found.status === 'unverified') await limiter.take(rateLimits.unconfirmedPhone, found.phone)
  // Counted by factor, not by phone: another account that enrolls the number must not lock its owner out.
  if (found.phone) await takeMessage(db, deps, { channel: 'sms', kind: 'factor', address: factor_id })

  const created_at = deps.clock()
  const expires_at = secondsAfter(created_at, CHALLENGE_SECONDS)
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, user_id)
    const factor = await readFactor(tx, { id: factor_id, user_id })
    if (!factor) throw errors.factorNotFound()
    const sms = { user_id, purpose: 'mfa_phone', lifeSeconds: CHALLENGE_SECONDS } as const
    if (factor.phone) await sendPhoneCode(tx, deps, { ...sms, phone: factor.phone })
    const id = await insertChallenge(tx, { factor_id, ip: from.ip, expires_at, created_at })
    return { id, type: factor.factor_type, expires_at: Math.floor(expires_at.getTime() / 1000) }
  })
}

/** Returns the title of a factor in mails: its kind, after the name its user gave it; a phone by its last digits. */
function factorTitle({ factor_type, friendly_name: name, phone }: FactorSecrets): string {
  const plain = factor_type === 'totp' ? mailMessages.authenticatorApp : mailMessages.textMessage
  const kind = phone ? mailMessages.textMessageTo({ lastDigits: phone.slice(-3) }) : plain
  return name ? mailMessages.namedFactor({ name, kind }) : kind
}
