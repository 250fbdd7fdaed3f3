import type { SessionDeps } from '../sessions/deps.ts'
import type { Passwords } from './passwords.ts'

/** What use cases that check or set a password need. */
export interface PasswordDeps extends SessionDeps {
  passwords: Passwords
}
