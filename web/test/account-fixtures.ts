import { SESSION_STATE_KEY } from '../../shared/auth/constants.ts'
import type { AccountSessions, Factor, SignInSettings } from '../../shared/auth/schema.ts'
import { sessionOf } from './open-page.tsx'

/** The settings of a marketplace with every sign-in method that needs no provider. */
export const SIGN_IN_SETTINGS: SignInSettings = {
  external: { email: true, phone: false, anonymous_users: false },
  disable_signup: false,
  mailer_autoconfirm: true,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
  mfa_totp_enabled: true,
  mfa_phone_enabled: true,
  manual_linking_enabled: false,
  password_min_length: 8,
}

/** A session on Chrome on Linux, with overrides. */
export const deviceOf = (session: Partial<AccountSessions['sessions'][number]> = {}) => ({
  session_id: 'session-1',
  current: true,
  aal: 'aal1' as const,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/138.0.0.0 Safari/537.36',
  ip: null,
  created_at: '2026-01-02T03:04:05.000Z',
  refreshed_at: null,
  ...session,
})

/** An authenticator app in use, with overrides. */
export const factorOf = (factor: Partial<Factor> = {}): Factor => ({
  id: 'factor-1',
  created_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-01-02T03:04:05.000Z',
  status: 'verified',
  friendly_name: 'Authenticator app',
  factor_type: 'totp',
  phone: '',
  last_challenged_at: null,
  ...factor,
})

type Role = Parameters<typeof sessionOf>[0]

let sessions = 0

/** A session as the sign-in service opens it at `now` (ms), for a user with overrides, after one sign-in step or two. */
export function openedSession(role: Role, user: object = {}, aal: 'aal1' | 'aal2' = 'aal1', now = Date.now()) {
  const session = sessionOf(role)
  const iat = Math.round(now / 1000)
  const claims = btoa(JSON.stringify({ aal, iat, jti: sessions++ }))
  const access_token = `head.${claims}.sign`
  return { ...session, access_token, expires_at: iat + session.expires_in, user: { ...session.user, ...user } }
}

/** Stores a session in the browser's storage, as an earlier visit would have. */
export function storeSession({ user, ...session }: ReturnType<typeof openedSession>): void {
  localStorage.setItem(SESSION_STATE_KEY, JSON.stringify({ user, session }))
}
