import { z } from 'zod'
import type { ProviderDeps } from './deps.ts'
import { stateExpired, stateInvalid, stateMissing, stateNotFound, stateUsed } from './errors.ts'
import { readOauthFlowEnd, takeOauthFlow } from './queries.ts'
import { hashState } from './start-flow.ts'

/** A flow to a provider that a browser returned from; `flow_id` is set when the client requested a code, not tokens. */
export type TakenFlow = { state: string } & NonNullable<Awaited<ReturnType<typeof takeOauthFlow>>>

/** Marks a state as used, once, and returns its flow. Throws AppError 400. */
export async function takeFlowByState(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  state: string | null | undefined,
): Promise<TakenFlow> {
  if (!state) throw stateMissing()
  if (!z.guid().safeParse(state).success) throw stateInvalid()
  const now = clock()
  const state_hash = hashState(state)
  const flow = await takeOauthFlow(db, state_hash, now)
  if (flow) return { state, ...flow }
  const known = await readOauthFlowEnd(db, state_hash)
  if (!known) throw stateNotFound()
  throw known.used_at ? stateUsed() : stateExpired()
}
