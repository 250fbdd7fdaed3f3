import type { Session, SupportedStorage, User } from '@supabase/auth-js'
import { AUTH_STATE_KEY, SESSION_STATE_KEY } from '../../shared/account/constants.ts'
import type { AuthState } from './session-slice.ts'
import { parseJson, readText, writeText } from './stored-text.ts'
import { issuedAt } from './token-claims.ts'

/** The session in local storage as `{user, session}`; undefined when there is none or its content is not a session. */
export function readStoredSession(): Session | undefined {
  const stored = parseJson(readText('localStorage', SESSION_STATE_KEY))
  if (!isObject(stored) || !isObject(stored.session) || !isObject(stored.user)) return undefined
  const { access_token, refresh_token, expires_at } = stored.session
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string' || typeof expires_at !== 'number') return
  if (typeof stored.user.id !== 'string') return undefined
  return { ...stored.session, user: stored.user as unknown as User } as Session
}

/** Where auth-js keeps its session: in the shape the specification names, `{user, session}`. */
export const sessionStorageAdapter: SupportedStorage = {
  getItem: (key) => {
    if (key !== SESSION_STATE_KEY) return readText('localStorage', key)
    const session = readStoredSession()
    return session ? JSON.stringify(session) : null
  },
  setItem: (key, text) => {
    if (key !== SESSION_STATE_KEY) return writeText('localStorage', key, text)
    const { user, ...session } = byOwnClock(JSON.parse(text) as Session)
    writeText('localStorage', key, JSON.stringify({ user, session }))
  },
  removeItem: (key) => writeText('localStorage', key, null),
}

/** Clocks that differ by less do no harm: tokens are renewed at least that long before they are over. */
const CLOCKS_MAY_DIFFER_S = 60

/**
 * The session with its end as this browser's clock will show it: by a wrong clock a new token would seem to be over
 * already, and be renewed for every call, or seem good when it is over. A token that was not stored yet is new.
 */
function byOwnClock(session: Session): Session {
  const issued = issuedAt(session.access_token)
  if (issued === null || session.expires_at === undefined) return session
  if (readStoredSession()?.access_token === session.access_token) return session
  const ahead = Math.round(Date.now() / 1000 - issued)
  if (Math.abs(ahead) <= CLOCKS_MAY_DIFFER_S) return session
  return { ...session, expires_at: session.expires_at + ahead }
}

/** Whether the stored client state says that this user's first login is not completed. */
export function readFirstLogin(userId: string): boolean {
  const stored = parseJson(readText('localStorage', AUTH_STATE_KEY))
  return isObject(stored) && stored.isFirstLogin === true && isObject(stored.user) && stored.user.id === userId
}

/** Keeps the client's own state; removes it when nobody is signed in. */
export function writeAuthState({ user, token, isAuthenticated, isFirstLogin }: AuthState): void {
  const text = isAuthenticated ? JSON.stringify({ user, token, isAuthenticated, isFirstLogin }) : null
  if (text !== readText('localStorage', AUTH_STATE_KEY)) writeText('localStorage', AUTH_STATE_KEY, text)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
