import { createHmac, hash, randomUUID } from 'node:crypto'
import { inTransaction } from '../../../db/connect.ts'
import { secondsAfter } from '../../platform/clock.ts'
import { deriveKey, type Secrets } from '../../platform/secrets.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { type CodeChallenge, startFlow } from '../flow-states.ts'
import type { FlowSecrets } from './provider.ts'
import { insertOauthFlow } from './queries.ts'

/** From leaving for the provider to coming back. */
const OAUTH_STATE_SECONDS = 300

/** Notes that somebody leaves for a provider and answers the secrets of that journey. */
export async function startOauthFlow(
  { db, clock, secrets }: Pick<AuthDeps, 'db' | 'clock' | 'secrets'>,
  flow: {
    provider: string
    redirect_to: string
    challenge: CodeChallenge | undefined
    authentication_method: string
    linking_session_id?: string
  },
): Promise<FlowSecrets> {
  const { provider, redirect_to, challenge, authentication_method, linking_session_id = null } = flow
  const state = randomUUID()
  const now = clock()
  await inTransaction(db, async (tx) => {
    const flow_id = challenge
      ? await startFlow(tx, { challenge, authentication_method, lifeSeconds: OAUTH_STATE_SECONDS, now })
      : null
    await insertOauthFlow(tx, {
      state_hash: hashState(state),
      provider,
      redirect_to,
      flow_id,
      linking_session_id,
      expires_at: secondsAfter(now, OAUTH_STATE_SECONDS),
    })
  })
  return flowSecretsOf(state, secrets)
}

/** The secrets that belong to a state; without our key nobody can compute them. */
export function flowSecretsOf(state: string, secrets: Secrets): FlowSecrets {
  const key = deriveKey(secrets, 'oauth flows')
  const derive = (what: string) => createHmac('sha256', key).update(`${what} ${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), code_verifier: derive('verifier') }
}

/** What the database keeps of a state. */
export function hashState(state: string): Buffer {
  return hash('sha256', state, 'buffer')
}
