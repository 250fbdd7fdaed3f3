import type { Session, SupportedStorage, User } from '@supabase/auth-js'
import { AUTH_STATE_KEY, SESSION_STATE_KEY } from '../../shared/auth/constants.ts'
import { type BrowserStorage, parseJson } from '../api/browser-storage.ts'
import type { AuthState } from './session-slice.ts'

/** Returns the session in local storage, `{user, session}`; undefined when there is none or its content is not a session. */
export function readStoredSession(storage: BrowserStorage): Session | undefined {
  const stored = parseJson(storage.read('localStorage', SESSION_STATE_KEY))
  if (!isObject(stored) || !isObject(stored.session) || !isObject(stored.user)) return undefined
  const { access_token, refresh_token, expires_at } = stored.session
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string' || typeof expires_at !== 'number') return
  if (typeof stored.user.id !== 'string') return undefined
  return { ...stored.session, user: stored.user as unknown as User } as Session
}

/** Returns the storage for auth-js, which writes a session in the specified shape: `{user, session}`. */
export function createSessionStorage(storage: BrowserStorage, now: () => number): SupportedStorage {
  return {
    getItem: (key) => {
      if (key !== SESSION_STATE_KEY) return storage.read('localStorage', key)
      const session = readStoredSession(storage)
      return session ? JSON.stringify(session) : null
    },
    setItem: (key, text) => {
      if (key !== SESSION_STATE_KEY) return storage.write('localStorage', key, text)
      const saved = JSON.parse(text) as Session
      const stored = readStoredSession(storage)
      // A stored token already has its expiry on this browser's clock; the client may save it as received.
      const isNew = stored?.access_token !== saved.access_token
      const { user, ...session } = isNew ? withLocalExpiry(saved, now()) : { ...saved, expires_at: stored.expires_at }
      storage.write('localStorage', key, JSON.stringify({ user, session }))
    },
    removeItem: (key) => storage.write('localStorage', key, null),
  }
}

/** A harmless difference between clocks: tokens are renewed at least this long before they expire. */
const CLOCK_TOLERANCE_S = 60

/**
 * Returns a new session with its expiry on this browser's clock. With a wrong clock a new token would seem expired and be
 * renewed for every call, or seem valid after it expired.
 */
function withLocalExpiry(session: Session, nowMs: number): Session {
  const issued = issuedAt(session.access_token)
  if (issued === null || session.expires_at === undefined) return session
  const ahead = Math.round(nowMs / 1000 - issued)
  if (Math.abs(ahead) <= CLOCK_TOLERANCE_S) return session
  return { ...session, expires_at: session.expires_at + ahead }
}

/** Returns whether the first login of this user is still incomplete according to the stored client state. */
export function readFirstLogin(storage: BrowserStorage, userId: string): boolean {
  const stored = parseJson(storage.read('localStorage', AUTH_STATE_KEY))
  return isObject(stored) && stored.isFirstLogin === true && isObject(stored.user) && stored.user.id === userId
}

/** Stores the client's own state; removes it for visitors. */
export function writeAuthState(storage: BrowserStorage, state: AuthState): void {
  const { user, token, isAuthenticated, isFirstLogin } = state
  const text = isAuthenticated ? JSON.stringify({ user, token, isAuthenticated, isFirstLogin }) : null
  if (text !== storage.read('localStorage', AUTH_STATE_KEY)) storage.write('localStorage', AUTH_STATE_KEY, text)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Returns the id of the session an access token belongs to; null when the text is not a token. Verifies nothing. */
export function sessionIdOf(token: string | null): string | null {
  const { session_id } = claimsOf(token)
  return typeof session_id === 'string' ? session_id : null
}

/** Returns whether the token says that the user passed a second factor. Verifies nothing. */
export function hasSecondFactor(token: string): boolean {
  return claimsOf(token).aal === 'aal2'
}

function issuedAt(token: string): number | null {
  const { iat } = claimsOf(token)
  return typeof iat === 'number' ? iat : null
}

function claimsOf(token: string | null): { session_id?: unknown; aal?: unknown; iat?: unknown } {
  const part = token?.split('.')[1]
  if (!part) return {}
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    const claims = parseJson(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}
