import { randomUUID } from 'node:crypto'
import { inTransaction } from '../../../db/connect.ts'
import type { Tx } from '../../../db/tables.ts'
import type { EnrolledFactor, EnrollFactorRequest } from '../../../shared/account/factor-schema.ts'
import { isPlainLine } from '../../../shared/kernel/text.ts'
import { secondsBefore } from '../../platform/clock.ts'
import type { Caller } from '../../platform/guards.ts'
import type { AuthDeps, EventLog } from '../auth-deps.ts'
import { userNotFound, validationFailed } from '../errors.ts'
import { requirePhone } from '../phone.ts'
import { newAuthenticatorSecret, sealAuthenticatorSecret } from './authenticator.ts'
import {
  enrollNeedsSecondFactor,
  enrollNotEnabled,
  guestsHaveNoFactors,
  nameTaken,
  phoneAlreadyVerified,
  phoneMissing,
  tooManyUnverifiedFactors,
  tooManyVerifiedFactors,
  unknownFactorType,
} from './errors.ts'
import {
  deleteAbandonedFactors,
  deleteFactor,
  type FactorRow,
  insertFactor,
  lockFactorOwner,
  readFactors,
} from './queries.ts'

/** Confirmed factors of one account, and as many that wait for it. */
const MAX_FACTORS = 10
const MAX_NAME_LENGTH = 100
/** An enrolment that nobody confirms or asks about is forgotten after this. */
export const ABANDONED_AFTER_SECONDS = 300

type Deps = Pick<AuthDeps, 'config' | 'db' | 'clock' | 'secrets'>

/**
 * Begins to give the caller a second factor; it counts once a code of it was verified. The authenticator's secret is in
 * this answer and nowhere else. Throws AppError 4xx.
 */
export async function enrollFactor(
  deps: Deps,
  caller: Caller,
  request: EnrollFactorRequest,
  log: EventLog,
): Promise<EnrolledFactor> {
  const asked = readRequest(deps.config, request)
  const now = deps.clock()
  const id = randomUUID()
  const { user_id } = caller
  const { friendly_name, factor_type, phone } = asked

  const totp = await inTransaction(deps.db, async (tx) => {
    const owner = await lockFactorOwner(tx, user_id)
    if (!owner) throw userNotFound()
    if (owner.is_anonymous) throw guestsHaveNoFactors()
    await makeRoom(tx, caller, phone, now)
    const totp =
      factor_type === 'totp'
        ? newAuthenticatorSecret({ issuer: asked.issuer, account: owner.email ?? owner.phone ?? user_id })
        : undefined
    const sealed_secret = totp ? sealAuthenticatorSecret(deps.secrets, id, totp.secret) : null
    const factor = { id, user_id, factor_type, friendly_name, phone, sealed_secret, created_at: now }
    if (!(await insertFactor(tx, factor))) throw nameTaken(friendly_name)
    return totp
  })
  log.info({ event: 'factor_enrolled', user_id, factor_id: id, factor_type })
  return { id, type: factor_type, friendly_name, totp, phone: phone ?? undefined }
}

/** Removes what was begun and left, and checks that the person may have one more. */
async function makeRoom(tx: Tx, caller: Caller, phone: string | null, now: Date): Promise<void> {
  const { user_id } = caller
  const before = secondsBefore(now, ABANDONED_AFTER_SECONDS)
  await deleteAbandonedFactors(tx, { user_id, before })
  const factors = await readFactors(tx, user_id)
  const verified = factors.filter(({ status }) => status === 'verified')
  const samePhone = phone === null ? undefined : factors.find((factor) => factor.phone === phone)
  if (samePhone?.status === 'verified') throw phoneAlreadyVerified()
  if (verified.length >= MAX_FACTORS) throw tooManyVerifiedFactors()
  if (verified.length && caller.aal !== 'aal2') throw enrollNeedsSecondFactor()
  if (samePhone) await deleteFactor(tx, samePhone.id)
  else if (factors.length - verified.length >= MAX_FACTORS) throw tooManyUnverifiedFactors()
}

function readRequest(
  config: Deps['config'],
  request: EnrollFactorRequest,
): { factor_type: FactorRow['factor_type']; friendly_name: string; issuer: string; phone: string | null } {
  const { factor_type } = request
  if (factor_type === 'webauthn') throw enrollNotEnabled(factor_type)
  if (factor_type !== 'totp' && factor_type !== 'phone') throw unknownFactorType()
  if (!config.mfa[factor_type]) throw enrollNotEnabled(factor_type)
  const friendly_name = readName('friendly_name', request.friendly_name) ?? ''
  const issuer = readName('issuer', request.issuer) || new URL(config.siteUrl).host
  if (factor_type === 'totp') return { factor_type, friendly_name, issuer, phone: null }
  if (!request.phone) throw phoneMissing()
  return { factor_type, friendly_name, issuer, phone: requirePhone(request.phone) }
}

function readName(member: string, text: string | null | undefined): string | undefined {
  const name = text?.trim()
  if (name && (name.length > MAX_NAME_LENGTH || !isPlainLine(name)))
    throw validationFailed(`${member} must be one line of at most ${MAX_NAME_LENGTH} characters`)
  return name
}
