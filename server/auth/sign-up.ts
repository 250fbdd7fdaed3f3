import { inTransaction } from '../../db/connect.ts'
import { SIGN_UP_ROLES } from '../../shared/account/constants.ts'
import type { AccountSession, SignUpRequest } from '../../shared/account/schema.ts'
import type { AuthDeps } from './auth-deps.ts'
import { requireEmail } from './email.ts'
import { anonymousDisabled, phoneSignUpDisabled, userAlreadyExists, validationFailed, weakPassword } from './errors.ts'
import { identiconPath } from './identicon.ts'
import { mergeMetadata } from './metadata.ts'
import { describeSession, openSession } from './open-session.ts'
import { type Device, insertUser } from './queries.ts'

/** Makes an account and signs it in at once. Throws AppError 4xx; of two sign-ups for one address, one wins. */
export async function signUp(deps: AuthDeps, request: SignUpRequest, device: Device): Promise<AccountSession> {
  const { email, password } = checkSignUp(deps, request)
  const role = SIGN_UP_ROLES.find((offered) => offered === request.data?.role) ?? 'buyer'
  // The picture is always the one we draw; what the browser says about it does not matter.
  const { avatar_url: _, ...data } = request.data ?? {}
  const user_metadata = mergeMetadata({ avatar_url: identiconPath(deps.secrets, email) }, data, {
    isOwnPicture: () => false,
  })
  const password_hash = await deps.passwords.hash(password)
  const now = deps.clock()
  const session = await inTransaction(deps.db, async (tx) => {
    const user_id = await insertUser(tx, { email, password_hash, role, user_metadata, now })
    if (!user_id) throw userAlreadyExists()
    return openSession(tx, { user_id, method: 'password', device, now })
  })
  return describeSession(deps.db, deps.accessTokens, session)
}

function checkSignUp(deps: AuthDeps, request: SignUpRequest): { email: string; password: string } {
  const { email, phone, password } = request
  if (!email && !phone) throw anonymousDisabled()
  if (!password) throw validationFailed('Signup requires a valid password')
  const faults = deps.passwords.faults(password)
  if (faults) throw weakPassword(faults)
  if (!password.isWellFormed()) throw validationFailed('Signup requires a valid password')
  if (email && phone) throw validationFailed('Only an email address or phone number should be provided on signup.')
  checkChallenge(request)
  if (!email) throw phoneSignUpDisabled()
  return { email: requireEmail(email), password }
}

function checkChallenge({ code_challenge: challenge, code_challenge_method: method }: SignUpRequest): void {
  if (!challenge && !method) return
  if (!challenge || !method || !['s256', 'plain'].includes(method.toLowerCase()))
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge')
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(challenge))
    throw validationFailed('code challenge has to be between 43 and 128 characters of A-Z a-z 0-9 - . _ ~')
}
