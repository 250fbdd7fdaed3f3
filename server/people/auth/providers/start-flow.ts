import { createHmac, hash, randomUUID } from 'node:crypto'
import { inTransaction } from '../../../../db/connect.ts'
import { secondsAfter } from '../../../platform/config/clock.ts'
import { deriveKey, type Secrets } from '../../../platform/keys/secrets.ts'
import { type CodeChallenge, startFlow } from '../codes/flow-states.ts'
import type { ProviderDeps } from './deps.ts'
import type { FlowSecrets } from './provider.ts'
import { insertOauthFlow } from './queries.ts'

const OAUTH_STATE_SECONDS = 300

/** Records that a browser is redirected to a provider and returns the secrets of that flow. */
export async function startOauthFlow(
  { db, clock, secrets }: Pick<ProviderDeps, 'db' | 'clock' | 'secrets'>,
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

/** Returns the secrets of a state, which cannot be computed without our key. */
export function flowSecretsOf(state: string, secrets: Secrets): FlowSecrets {
  const key = deriveKey(secrets, 'oauth flows')
  const derive = (name: string) => createHmac('sha256', key).update(`${name} ${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), code_verifier: derive('verifier') }
}

/** Returns the hash of a state that the database stores. */
export function hashState(state: string): Buffer {
  return hash('sha256', state, 'buffer')
}
