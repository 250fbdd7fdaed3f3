import type { Db } from '../../../../db/tables.ts'
import { readRights } from '../../../../shared/accounts/rights.ts'
import type { Clock } from '../../../platform/config/clock.ts'
import type { Config } from '../../../platform/config/config.ts'
import { Cache } from '../../../platform/data/cache.ts'
import type { Channels } from '../../../platform/data/channels.ts'
import type { Caller } from '../../../platform/http/guards.ts'
import { sessionNotFound, userBanned, userNotFound } from '../protocol/errors.ts'
import { readSession } from './queries.ts'

const CHANNEL = 'account_changes'
const MAX_ENTRIES = 20_000
/** The longest a change can go unnoticed when its announcement is lost. */
const MAX_AGE_MS = 5_000

type KnownSession = Awaited<ReturnType<typeof readSession>>[number] & Pick<Caller, 'user_id' | 'aal'>

export type SessionLookup = ReturnType<typeof createSessionLookup>

/**
 * Looks up session and role on every call. Results are cached for some seconds and invalidated when the database announces
 * a change; without a listening connection nothing is cached. Sellers and admins are never cached, so that a demotion
 * applies from the next call on.
 */
export function createSessionLookup(options: {
  config: Pick<Config, 'adminSecondFactor'>
  db: Db
  channels: Channels
  clock: Clock
}) {
  const { config, db, channels, clock } = options
  const cache = new Cache<KnownSession>({ name: 'sessions', maxEntries: MAX_ENTRIES, maxAgeMs: MAX_AGE_MS })
  channels.subscribe(CHANNEL, {
    onConnect: () => cache.clear(),
    onMessage: (message) => {
      const [kind, id = ''] = message.split(':')
      // Changes of users are rare: clearing the cache is simpler than keeping an index of sessions by user.
      if (kind === 'session') cache.drop(id)
      else cache.clear()
    },
  })

  async function read(userId: string, sessionId: string): Promise<KnownSession> {
    const [found] = await readSession(db, { userId, sessionId })
    if (!found) throw userNotFound()
    const { session_id, aal } = found
    if (!session_id || !aal) throw sessionNotFound()
    return { ...found, user_id: userId, aal }
  }

  return {
    /** Returns the caller of a session. Throws AuthenticationFailed when it has ended, or the user is gone or banned. */
    async find(userId: string, sessionId: string): Promise<Caller> {
      const load = () => read(userId, sessionId)
      const cached = channels.connected ? await cache.get(sessionId, load) : undefined
      const session = cached?.user_id === userId ? cached : await load()
      if (session.role !== 'buyer') cache.drop(sessionId)
      if (session.banned_until && session.banned_until > clock()) throw userBanned()
      const { role, aal, is_anonymous } = session
      const rights = readRights(session.admin_rights)
      const mustHaveOne = session.needs_second_factor || (role === 'admin' && config.adminSecondFactor)
      const assured = aal === 'aal2' || !(session.has_second_factor || mustHaveOne)
      return { user_id: userId, session_id: sessionId, role, rights, aal, is_anonymous, assured }
    },
    /** Invalidates sessions that this process ended or changed; changes of other processes are announced. */
    invalidate(sessionIds: string[]): void {
      for (const id of sessionIds) cache.drop(id)
    },
  }
}
