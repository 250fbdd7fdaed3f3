import { type Insertable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../../db/tables.ts'
import { deletionOf } from '../../../platform/data/expired-queries.ts'

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

export const deleteExpiredOauthFlows = deletionOf(sql`oauth_flows`, { key: sql`state_hash`, column: sql`expires_at` })

/** Stores a provider's tokens, sealed, until the code of their flow is exchanged. */
export async function insertProviderTokens(tx: Tx, row: Insertable<Tables['provider_tokens']>): Promise<void> {
  await tx.insertInto('provider_tokens').values(row).execute()
}

/** Deletes and returns the sealed tokens of a flow, undefined when there are none. */
export async function takeProviderTokens(tx: Tx, flowId: string): Promise<Buffer | undefined> {
  const taken = await tx
    .deleteFrom('provider_tokens')
    .where('flow_id', '=', flowId)
    .returning('sealed_tokens')
    .executeTakeFirst()
  return taken?.sealed_tokens
}

export const deleteExpiredProviderTokens = deletionOf(sql`provider_tokens`, {
  key: sql`flow_id`,
  column: sql`expires_at`,
})
