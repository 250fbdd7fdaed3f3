import type { SessionDeps } from '../sessions/deps.ts'
import type { Passwords } from './passwords.ts'

export interface PasswordDeps extends SessionDeps {
  passwords: Passwords
}
