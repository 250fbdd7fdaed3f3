import { type Insertable, sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tables, Tx } from '../../../../db/tables.ts'
import { secondsAfter } from '../../../platform/config/clock.ts'
import { deletionOf } from '../../../platform/data/expired-queries.ts'
import { seal, unseal } from '../../../platform/keys/sealing.ts'
import { deriveKey, type Secrets } from '../../../platform/keys/secrets.ts'
import { AUTH_CODE_SECONDS } from '../codes/flow-queries.ts'

/** Records that a browser was redirected to a provider. */
export async function insertOauthFlow(tx: Tx, flow: Insertable<Tables['oauth_flows']>): Promise<void> {
  await tx.insertInto('oauth_flows').values(flow).execute()
}

/** Marks a state as used and returns its flow; of concurrent requests only one gets it. */
export function takeOauthFlow(db: Db, stateHash: Buffer, now: Date) {
  return db
    .updateTable('oauth_flows')
    .set({ used_at: now })
    .where('state_hash', '=', stateHash)
    .where('used_at', 'is', null) // guard: unused-state
    .where('expires_at', '>', now)
    .returning(['provider', 'redirect_to', 'flow_id', 'linking_session_id'])
    .executeTakeFirst()
}

/** Returns when a state was used and when it expires, undefined when it is unknown. */
export function readOauthFlowEnd(db: Db, stateHash: Buffer) {
  return db
    .selectFrom('oauth_flows')
    .select(['used_at', 'expires_at'])
    .where('state_hash', '=', stateHash)
    .executeTakeFirst()
}

export const deleteExpiredOauthFlows = deletionOf(sql`oauth_flows`, sql`state_hash`, sql`expires_at`)

const tokensSchema = z.object({ provider_token: z.string().optional(), provider_refresh_token: z.string().optional() })
/** A user's tokens for the provider's own services; the marketplace does not use them. */
export type ProviderTokens = z.infer<typeof tokensSchema>

/** Stores a provider's tokens, encrypted, until the client exchanges the code of its flow. */
export async function insertProviderTokens(
  tx: Tx,
  secrets: Secrets,
  { flow_id, tokens, now }: { flow_id: string; tokens: ProviderTokens; now: Date },
): Promise<void> {
  const sealed_tokens = seal(keyOf(secrets), JSON.stringify(tokens), flow_id)
  const expires_at = secondsAfter(now, AUTH_CODE_SECONDS)
  await tx.insertInto('provider_tokens').values({ flow_id, sealed_tokens, expires_at }).execute()
}

/** Deletes and returns the tokens of a flow whose code was just exchanged; `{}` when there are none. */
export async function takeProviderTokens(tx: Tx, secrets: Secrets, flowId: string): Promise<ProviderTokens> {
  const taken = await tx
    .deleteFrom('provider_tokens')
    .where('flow_id', '=', flowId)
    .returning('sealed_tokens')
    .executeTakeFirst()
  return taken ? tokensSchema.parse(JSON.parse(unseal(keyOf(secrets), taken.sealed_tokens, flowId))) : {}
}

function keyOf(secrets: Secrets): Buffer {
  return deriveKey(secrets, 'provider tokens')
}

export const deleteExpiredProviderTokens = deletionOf(sql`provider_tokens`, sql`flow_id`, sql`expires_at`)
