import { inTransaction } from '../../../db/connect.ts'
import type { Tx } from '../../../db/tables.ts'
import type { Challenge } from '../../../shared/account/factor-schema.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { rateLimits } from '../../platform/rate-limit.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { keepMessageLimits } from '../message-gap.ts'
import { issueCode } from '../one-time-codes.ts'
import type { Device } from '../queries.ts'
import { channelUnknown, factorNotFound, verifyNotEnabled } from './errors.ts'
import { insertChallenge, lockFactorOwner, readFactor } from './queries.ts'

const CHALLENGE_SECONDS = 300

type Deps = Pick<AuthDeps, 'config' | 'db' | 'clock' | 'secrets' | 'limiter' | 'messages'>

/**
 * Asks a factor for a code: the code must come with what is answered here, from the same address. A phone is sent its
 * code. Throws AppError 4xx.
 */
export async function challengeFactor(
  deps: Deps,
  asked: { factor_id: string; user_id: string; channel: string | null | undefined },
  from: Device & { address: string },
): Promise<Challenge> {
  const { config, db, limiter } = deps
  const { factor_id, user_id } = asked
  if ((asked.channel || 'sms') !== 'sms') throw channelUnknown()
  await limiter.take(rateLimits.factorChallenge, user_id, from.address)
  const found = await readFactor(db, { id: factor_id, user_id })
  if (!found) throw factorNotFound()
  if (!config.mfa[found.factor_type]) throw verifyNotEnabled(found.factor_type)
  if (found.phone && found.status === 'unverified') await limiter.take(rateLimits.unconfirmedPhone, found.phone)
  // Not by its phone: whoever else enrols that number would keep its owner out.
  if (found.phone) await keepMessageLimits(db, deps, { channel: 'sms', kind: 'factor', address: factor_id })

  const created_at = deps.clock()
  const expires_at = secondsAfter(created_at, CHALLENGE_SECONDS)
  return inTransaction(db, async (tx) => {
    await lockFactorOwner(tx, user_id)
    const factor = await readFactor(tx, { id: factor_id, user_id })
    if (!factor) throw factorNotFound()
    if (factor.phone) await sendFactorCode(tx, deps, { user_id, phone: factor.phone, now: created_at })
    const id = await insertChallenge(tx, { factor_id, ip: from.ip, expires_at, created_at })
    return { id, type: factor.factor_type, expires_at: Math.floor(expires_at.getTime() / 1000) }
  })
}

async function sendFactorCode(
  tx: Tx,
  { config, secrets, messages }: Deps,
  { user_id, phone, now }: { user_id: string; phone: string; now: Date },
): Promise<void> {
  const testCode = config.testPhoneCodes.get(phone)
  const { code } = await issueCode(tx, {
    secrets,
    user_id,
    purpose: 'mfa_phone',
    address: phone,
    digits: config.codeLength,
    lifeSeconds: CHALLENGE_SECONDS,
    now,
    code: testCode,
  })
  const text = `Your sign-in code is ${code}`
  if (!testCode) await messages.queueSms(tx, { to: phone, text, lifeSeconds: CHALLENGE_SECONDS })
}
