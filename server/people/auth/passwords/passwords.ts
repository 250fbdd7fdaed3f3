import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hash, type Options, verify } from '@node-rs/argon2'
import { MAX_PASSWORD_LENGTH } from '../../../../shared/auth/constants.ts'
import type { WeakPassword } from '../../../../shared/auth/schema.ts'
import type { Config } from '../../../platform/config/config.ts'
import { createSlots } from '../../../platform/load/slots.ts'
import { validationFailed } from '../../accounts/errors.ts'
import { passwordFaultTexts, weakPassword } from '../protocol/errors.ts'
import type { SessionDeps } from '../sessions/open-session.ts'

/** OWASP's first choice for argon2id; memory in KiB. */
export const PASSWORD_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } satisfies Options
export type PasswordCost = Pick<Required<Options>, keyof typeof PASSWORD_COST>
/** Two at a time leave half of Node's four worker threads to files and compression. */
const MAX_AT_ONCE = 2
/** Beyond this number callers would wait for more than a few seconds, and get `busy`. */
const MAX_WAITING = 100

const commonPasswords = new Set(readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n'))

export type Passwords = ReturnType<typeof createPasswords>

export interface PasswordDeps extends SessionDeps {
  passwords: Passwords
}

/** Creates the hashing of passwords: argon2id outside the main thread, a bounded number at once. */
export function createPasswords(
  { passwordMinLength, commonPasswordsRefused }: Pick<Config, 'passwordMinLength' | 'commonPasswordsRefused'>,
  cost: PasswordCost = PASSWORD_COST,
) {
  const slots = createSlots({ atOnce: MAX_AT_ONCE, maxWaiting: MAX_WAITING })
  // Compared when there is no account: the response takes as long as for a wrong password.
  const decoyHash = hash(randomBytes(16), cost)

  return {
    hash: (password: string) => slots.run(() => hash(password, cost)),
    /** Returns whether a password matches; false without a hash, after the same work. Throws `busy` when too many wait. */
    async matches(hashed: string | null | undefined, password: string): Promise<boolean> {
      if (isTooLong(password) || !password.isWellFormed()) return false
      const known = hashed ?? (await decoyHash)
      const matches = await slots.run(() => verify(known, password))
      return matches && hashed != null
    },
    /** Returns why a new password is too weak; null when it is acceptable. */
    faults(password: string): WeakPassword | null {
      if (isTooLong(password)) return weak('length', passwordFaultTexts.tooLong)
      if ([...password].length < passwordMinLength)
        return weak('length', passwordFaultTexts.tooShort(passwordMinLength))
      if (commonPasswordsRefused && commonPasswords.has(password.toLowerCase()))
        return weak('pwned', passwordFaultTexts.common)
      return null
    },
  }
}

function weak(reason: 'length' | 'pwned', message: string): WeakPassword {
  return { message, reasons: [reason] }
}

function isTooLong(password: string): boolean {
  // A character takes at most two UTF-16 units, so very long passwords need not be counted.
  return password.length > 2 * MAX_PASSWORD_LENGTH || [...password].length > MAX_PASSWORD_LENGTH
}

/** Throws AppError 422 for a password that is too weak to be set, 400 for broken Unicode. */
export function checkNewPassword(passwords: Passwords, password: string): void {
  const faults = passwords.faults(password)
  if (faults) throw weakPassword(faults)
  if (!password.isWellFormed()) throw validationFailed('The password is not valid Unicode')
}
