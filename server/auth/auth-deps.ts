import type { Authenticate } from '../http/guards.ts'
import type { PasswordDeps } from './passwords/deps.ts'
import type { SsoDeps } from './providers/sso/sso-providers.ts'

/** What the routes of sign-in need: the dependencies of all rooms. */
export interface AuthDeps extends PasswordDeps, SsoDeps {
  /** For routes that are open to everyone and do more for signed-in callers. */
  authenticate: Authenticate
}
