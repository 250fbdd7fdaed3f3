import { validationFailed } from '../../accounts/errors.ts'
import { weakPassword } from '../protocol/errors.ts'
import type { Passwords } from './passwords.ts'

/** Throws AppError 422 for a password that is too weak to be set, 400 for broken Unicode. */
export function checkNewPassword(passwords: Passwords, password: string): void {
  const faults = passwords.faults(password)
  if (faults) throw weakPassword(faults)
  if (!password.isWellFormed()) throw validationFailed('The password is not valid Unicode')
}
