import type { Authenticate } from '../../platform/http/guards.ts'
import type { PasswordDeps } from './passwords/passwords.ts'
import type { SsoDeps } from './providers/sso/sso-providers.ts'

export interface AuthDeps extends PasswordDeps, SsoDeps {
  /** For public routes that do more for signed-in callers. */
  authenticate: Authenticate
}
