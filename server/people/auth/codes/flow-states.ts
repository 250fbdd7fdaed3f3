import { hash, randomUUID } from 'node:crypto'
import type { Tx } from '../../../../db/tables.ts'
import { secondsAfter } from '../../../platform/config/clock.ts'
import { validationFailed } from '../../accounts/errors.ts'
import { badCodeVerifier, flowStateExpired, flowStateNotFound } from '../protocol/errors.ts'
import { insertFlow, readFlowEnd, setAuthCode, takeFlow } from './queries.ts'

/** Lifetime from the click, or the return from a provider, to the exchange of the code. */
export const AUTH_CODE_SECONDS = 300

export interface CodeChallenge {
  code_challenge: string
  code_challenge_method: 's256' | 'plain'
}

/** Returns the challenge of a request that begins a PKCE flow, undefined when it does not. Throws AppError 400. */
export function readChallenge(request: {
  code_challenge?: string | null | undefined
  code_challenge_method?: string | null | undefined
}): CodeChallenge | undefined {
  const { code_challenge, code_challenge_method } = request
  if (!code_challenge && !code_challenge_method) return undefined
  const method = code_challenge_method?.toLowerCase()
  if (!code_challenge || (method !== 's256' && method !== 'plain'))
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge')
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(code_challenge))
    throw validationFailed('code challenge has to be between 43 and 128 characters of A-Z a-z 0-9 - . _ ~')
  return { code_challenge, code_challenge_method: method }
}

/** Begins a flow and returns its id; it expires with what it waits for. `authentication_method` goes to the amr. */
export function startFlow(
  tx: Tx,
  options: { challenge: CodeChallenge; authentication_method: string; lifeSeconds: number; now: Date },
): Promise<string> {
  const { challenge, authentication_method, lifeSeconds, now } = options
  return insertFlow(tx, { ...challenge, authentication_method, expires_at: secondsAfter(now, lifeSeconds) })
}

/** Returns the code that a flow's client exchanges for a session of its authenticated user. Throws AppError 404. */
export async function issueAuthCode(tx: Tx, options: { flow_id: string; user_id: string; now: Date }): Promise<string> {
  const code = randomUUID()
  const isSet = await setAuthCode(tx, {
    id: options.flow_id,
    user_id: options.user_id,
    auth_code_hash: hashAuthCode(code),
    expires_at: secondsAfter(options.now, AUTH_CODE_SECONDS),
  })
  if (!isSet) throw flowStateNotFound()
  return code
}

/**
 * Exchanges a code, once, for the user and method of its flow; only the client that began the flow has the verifier.
 * Throws AppError 404 for an unknown or used code, 422 for an expired one, 400 for the wrong verifier.
 */
export async function exchangeAuthCode(
  tx: Tx,
  options: { auth_code: string; code_verifier: string; now: Date },
): Promise<{ flow_id: string; user_id: string; authentication_method: string }> {
  const { auth_code, code_verifier, now } = options
  const auth_code_hash = hashAuthCode(auth_code)
  const s256 = hash('sha256', code_verifier, 'base64url')
  const flow = await takeFlow(tx, { auth_code_hash, s256, plain: code_verifier, now })
  if (flow?.user_id)
    return { flow_id: flow.id, user_id: flow.user_id, authentication_method: flow.authentication_method }
  const end = await readFlowEnd(tx, auth_code_hash)
  if (!end) throw flowStateNotFound()
  throw end <= now ? flowStateExpired() : badCodeVerifier()
}

function hashAuthCode(code: string): Buffer {
  return hash('sha256', code, 'buffer')
}
