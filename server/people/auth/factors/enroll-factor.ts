import { randomUUID } from 'node:crypto'
import { inTransaction } from '../../../../db/connect.ts'
import type { Tx } from '../../../../db/tables.ts'
import { MAX_FACTOR_NAME_LENGTH } from '../../../../shared/auth/constants.ts'
import type { EnrolledFactor, EnrollFactorRequest } from '../../../../shared/auth/schema.ts'
import { nameMessages } from '../../../../shared/kernel/name-messages.ts'
import { isPlainLine, isPlainName } from '../../../../shared/kernel/text.ts'
import { secondsBefore } from '../../../platform/config/clock.ts'
import type { Caller } from '../../../platform/http/guards.ts'
import { requirePhone } from '../../accounts/addresses.ts'
import { validationFailed } from '../../accounts/errors.ts'
import { lockAccount } from '../../accounts/queries.ts'
import type { EventLog, ProtocolDeps } from '../protocol/deps.ts'
import { userNotFound } from '../protocol/errors.ts'
import { readFactors } from '../protocol/user-queries.ts'
import { newAuthenticatorSecret, sealAuthenticatorSecret } from './authenticator.ts'
import * as errors from './errors.ts'
import { deleteAbandonedFactors, deleteFactor, insertFactor } from './queries.ts'

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
