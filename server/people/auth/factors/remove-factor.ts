import { inTransaction } from '../../../../db/connect.ts'
import type { Caller } from '../../../platform/http/guards.ts'
import { lockAccount } from '../../accounts/queries.ts'
import type { EventLog } from '../protocol/deps.ts'
import { userNotFound } from '../protocol/errors.ts'
import type { SessionDeps } from '../sessions/open-session.ts'
import { lowerSessions } from '../sessions/queries.ts'
import { factorNotFound, removalNeedsSecondFactor } from './errors.ts'
import { factorTitle } from './factor-title.ts'
import { deleteFactor, readFactor } from './queries.ts'

/** Removes the caller's factor; sessions that it raised fall back to aal1 at once. Throws AppError 404, 422. */
export async function removeFactor(deps: SessionDeps, caller: Caller, factor_id: string, log: EventLog) {
  const { user_id } = caller
  const lowered = await inTransaction(deps.db, async (tx) => {
    const owner = await lockAccount(tx, user_id)
    if (!owner) throw userNotFound()
    const factor = await readFactor(tx, { id: factor_id, user_id })
    if (!factor) throw factorNotFound()
    if (factor.status === 'verified' && caller.aal !== 'aal2') throw removalNeedsSecondFactor()
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
