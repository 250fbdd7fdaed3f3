import type { Db } from '../../db/tables.ts'
import type { Role } from '../../shared/account/constants.ts'
import { createCache } from '../platform/cache.ts'
import type { Clock } from '../platform/clock.ts'
import type { Caller } from '../platform/guards.ts'
import type { Notifications } from '../platform/notifications.ts'
import { sessionNotFound, userBanned, userNotFound } from './errors.ts'
import { readSession } from './queries.ts'

const CHANNEL = 'account_changes'
const MAX_ENTRIES = 20_000
/** The longest a change can stay unseen if its message got lost. */
const MAX_AGE_MS = 5_000

interface KnownSession {
  user_id: string
  role: Role
  aal: 'aal1' | 'aal2'
  banned_until: Date | null
  is_anonymous: boolean
  has_second_factor: boolean
}

export interface SessionLookup {
  /** The caller behind a session that still exists. Throws AuthenticationFailed when it, or the user, is gone or banned. */
  find(userId: string, sessionId: string): Promise<Caller>
  /** To be called after sessions ended in this process; what other processes do is heard from the database. */
  forget(sessionIds: string[]): void
}

/**
 * Looks up session and role on every call. Answers are remembered for some seconds and forgotten when the database
 * tells of a change; while it cannot tell, nothing is remembered. Those who can lose power (sellers, admins) are
 * never remembered: a demotion holds from the next call on.
 */
export function createSessionLookup(options: { db: Db; notifications: Notifications; clock: Clock }): SessionLookup {
  const { db, notifications, clock } = options
  const cache = createCache<KnownSession>({ name: 'sessions', maxEntries: MAX_ENTRIES, maxAgeMs: MAX_AGE_MS })
  notifications.hear(CHANNEL, {
    onConnect: () => cache.clear(),
    onMessage: (message) => {
      const [kind, id = ''] = message.split(':')
      // Changes of users are rare: forgetting everybody is simpler than knowing whose sessions are whose.
      if (kind === 'session') cache.drop(id)
      else cache.clear()
    },
  })

  async function read(userId: string, sessionId: string): Promise<KnownSession> {
    const found = await readSession(db, userId, sessionId)
    if (!found) throw userNotFound()
    if (!found.session_id || !found.aal) throw sessionNotFound()
    const { role, aal, banned_until, is_anonymous, has_second_factor } = found
    return { user_id: userId, role, aal, banned_until, is_anonymous, has_second_factor }
  }

  return {
    async find(userId, sessionId) {
      const load = () => read(userId, sessionId)
      const remembered = notifications.connected ? await cache.get(sessionId, load) : undefined
      const session = remembered?.user_id === userId ? remembered : await load()
      if (session.role !== 'buyer') cache.drop(sessionId)
      if (session.banned_until && session.banned_until > clock()) throw userBanned()
      const { role, aal, is_anonymous } = session
      const assured = aal === 'aal2' || !session.has_second_factor
      return { user_id: userId, session_id: sessionId, role, aal, is_anonymous, assured }
    },
    forget(sessionIds) {
      for (const id of sessionIds) cache.drop(id)
    },
  }
}
