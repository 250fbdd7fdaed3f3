import { hash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../../db/tables.ts'
import { secondsAfter } from '../../../platform/config/clock.ts'
import { deletionOf } from '../../../platform/data/expired-queries.ts'
import { hashToken } from '../../../platform/keys/secrets.ts'
import { validationFailed } from '../../accounts/errors.ts'
import { badCodeVerifier, flowStateExpired, flowStateNotFound } from '../protocol/errors.ts'

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

/**
 * Begins a PKCE flow and returns its id, null without a challenge. It expires with the link or sign-in it waits for.
 * `authentication_method` goes to the amr.
 */
export async function startFlow(
  tx: Tx,
  flow: { challenge: CodeChallenge | undefined; authentication_method: string; expires_at: Date },
): Promise<string | null> {
  const { challenge, ...rest } = flow
  if (!challenge) return null
  const inserted = await tx
    .insertInto('flow_states')
    .values({ ...challenge, ...rest })
    .returning('id')
    .executeTakeFirstOrThrow()
  return inserted.id
}

/** Returns the code that a flow's client exchanges for a session of its authenticated user. Throws AppError 404. */
export async function issueAuthCode(tx: Tx, flow: { flow_id: string; user_id: string; now: Date }): Promise<string> {
  const code = randomUUID()
  const updated = await tx
    .updateTable('flow_states')
    .set({
      user_id: flow.user_id,
      auth_code_hash: hashToken(code),
      expires_at: secondsAfter(flow.now, AUTH_CODE_SECONDS),
    })
    .where('id', '=', flow.flow_id)
    .where('auth_code_hash', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!updated) throw flowStateNotFound()
  return code
}

/**
 * Exchanges a code, once, for the user and method of its flow; only the client that began the flow has the verifier.
 * Throws AppError 404 for an unknown or used code, 422 for an expired one, 400 for the wrong verifier.
 */
export async function exchangeAuthCode(tx: Tx, proof: { auth_code: string; code_verifier: string; now: Date }) {
  const auth_code_hash = hashToken(proof.auth_code)
  const plain = proof.code_verifier
  const s256 = hash('sha256', plain, 'base64url')
  const flow = await takeFlow(tx, { auth_code_hash, s256, plain, now: proof.now })
  if (flow?.user_id) return { ...flow, user_id: flow.user_id }
  const refused = await tx
    .selectFrom('flow_states')
    .select('expires_at')
    .where('auth_code_hash', '=', auth_code_hash)
    .executeTakeFirst()
  if (!refused) throw flowStateNotFound()
  throw refused.expires_at <= proof.now ? flowStateExpired() : badCodeVerifier()
}

function takeFlow(tx: Tx, proof: { auth_code_hash: Buffer; s256: string; plain: string; now: Date }) {
  // guard: flow-taken-at-once
  return tx
    .deleteFrom('flow_states')
    .where('auth_code_hash', '=', proof.auth_code_hash)
    .where('expires_at', '>', proof.now)
    .where(({ and, eb, or }) =>
      or([
        and([eb('code_challenge_method', '=', 's256'), eb('code_challenge', '=', proof.s256)]),
        and([eb('code_challenge_method', '=', 'plain'), eb('code_challenge', '=', proof.plain)]),
      ]),
    )
    .returning(['id as flow_id', 'user_id', 'authentication_method'])
    .executeTakeFirst()
}

/** Deletes an account's flows whose code has not been exchanged. */
export async function deleteFlows(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('flow_states').where('user_id', '=', userId).execute()
}

export const deleteExpiredFlows = deletionOf(sql`flow_states`, sql`id`, sql`expires_at`)
