import { inTransaction } from '../../../../db/connect.ts'
import type { Challenge } from '../../../../shared/auth/schema.ts'
import { secondsAfter } from '../../../platform/config/clock.ts'
import type { Caller } from '../../../platform/http/guards.ts'
import { rateLimits } from '../../../platform/load/rate-limit.ts'
import { lockAccount } from '../../accounts/queries.ts'
import { takeMessage } from '../codes/message-limits.ts'
import { sendPhoneCode } from '../codes/send-code.ts'
import type { Device, ProtocolDeps } from '../protocol/deps.ts'
import { channelUnknown, factorNotFound, verifyNotEnabled } from './errors.ts'
import { insertChallenge, readFactor } from './queries.ts'

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
  if ((request.channel || 'sms') !== 'sms') throw channelUnknown()
  await limiter.take(rateLimits.factorChallenge, user_id, from.address)
  const found = await readFactor(db, { id: factor_id, user_id })
  if (!found) throw factorNotFound()
  if (!config.mfa[found.factor_type]) throw verifyNotEnabled(found.factor_type)
  if (found.phone && found.status === 'unverified') await limiter.take(rateLimits.unconfirmedPhone, found.phone)
  // Counted by factor, not by phone: another account that enrolls the number must not lock its owner out.
  if (found.phone) await takeMessage(db, deps, { channel: 'sms', kind: 'factor', address: factor_id })

  const created_at = deps.clock()
  const expires_at = secondsAfter(created_at, CHALLENGE_SECONDS)
  return inTransaction(db, async (tx) => {
    await lockAccount(tx, user_id)
    const factor = await readFactor(tx, { id: factor_id, user_id })
    if (!factor) throw factorNotFound()
    const sms = { user_id, purpose: 'mfa_phone', lifeSeconds: CHALLENGE_SECONDS } as const
    if (factor.phone) await sendPhoneCode(tx, deps, { ...sms, phone: factor.phone })
    const id = await insertChallenge(tx, { factor_id, ip: from.ip, expires_at, created_at })
    return { id, type: factor.factor_type, expires_at: Math.floor(expires_at.getTime() / 1000) }
  })
}
