import { z } from 'zod'
import type { Tx } from '../../../../db/tables.ts'
import { secondsAfter } from '../../../platform/config/clock.ts'
import { seal, unseal } from '../../../platform/keys/sealing.ts'
import { deriveKey, type Secrets } from '../../../platform/keys/secrets.ts'
import { AUTH_CODE_SECONDS } from '../codes/flow-queries.ts'
import { insertProviderTokens, takeProviderTokens } from './queries.ts'

const tokensSchema = z.object({ provider_token: z.string().optional(), provider_refresh_token: z.string().optional() })
/** A user's tokens for the provider's own services; the marketplace does not use them. */
export type ProviderTokens = z.infer<typeof tokensSchema>

/** Stores a provider's tokens, encrypted, until the client exchanges the code of its flow. */
export async function storeProviderTokens(
  tx: Tx,
  secrets: Secrets,
  stored: { flow_id: string; tokens: ProviderTokens; now: Date },
): Promise<void> {
  const { flow_id, tokens, now } = stored
  await insertProviderTokens(tx, {
    flow_id,
    sealed_tokens: seal(keyOf(secrets), JSON.stringify(tokens), flow_id),
    expires_at: secondsAfter(now, AUTH_CODE_SECONDS),
  })
}

/** Returns the provider's tokens of a flow whose code was just exchanged, once; `{}` when there are none. */
export async function releaseProviderTokens(tx: Tx, secrets: Secrets, flowId: string): Promise<ProviderTokens> {
  const sealed = await takeProviderTokens(tx, flowId)
  return sealed ? tokensSchema.parse(JSON.parse(unseal(keyOf(secrets), sealed, flowId))) : {}
}

function keyOf(secrets: Secrets): Buffer {
  return deriveKey(secrets, 'provider tokens')
}
