import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Tables, Tx } from '../db/tables.ts'
import type { Page } from './wire.ts'

/** A payment with its charge. */
export type IntentRow = Selectable<Tables['sandbox.intents']>
export type StepRow = Selectable<Tables['sandbox.steps']>

export type DraftIntent = Omit<IntentRow, 'intent_number'>

export function insertIntent(tx: Tx, { metadata, last_error: _, ...draft }: DraftIntent): Promise<IntentRow> {
  return tx
    .insertInto('sandbox.intents')
    .values({ ...draft, metadata: JSON.stringify(metadata) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function findIntent(tx: Tx, intentId: string): Promise<IntentRow | undefined> {
  return tx.selectFrom('sandbox.intents').selectAll().where('intent_id', '=', intentId).executeTakeFirst()
}

/** Locks and returns an intent. Every change of what belongs to an intent locks it first. */
export function lockIntent(tx: Tx, intentId: string): Promise<IntentRow | undefined> {
  return tx
    .selectFrom('sandbox.intents')
    .selectAll()
    .where('intent_id', '=', intentId)
    .forNoKeyUpdate() // guard: sandbox-intent-lock
    .executeTakeFirst()
}

/** Updates a locked intent and returns it. */
export function updateIntent(
  tx: Tx,
  intentId: string,
  values: Updateable<Tables['sandbox.intents']>,
): Promise<IntentRow> {
  return tx
    .updateTable('sandbox.intents')
    .set(values)
    .where('intent_id', '=', intentId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns a page of intents, and one more if there are more. */
export function listIntents(tx: Tx, page: Page): Promise<IntentRow[]> {
  return tx
    .selectFrom('sandbox.intents')
    .selectAll()
    .where('intent_number', '<', page.below)
    .where('created_at', '>=', page.from)
    .orderBy('intent_number', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** Returns the authorisations that end. */
export function listDueIntents(tx: Tx, now: Date, limit: number): Promise<Pick<IntentRow, 'intent_id'>[]> {
  return tx
    .selectFrom('sandbox.intents')
    .select('intent_id')
    .where('status', '=', 'requires_capture')
    .where('capture_before', '<=', now)
    .limit(limit)
    .execute()
}

/** Returns the intents whose dispute is due. */
export function listDueDisputes(tx: Tx, now: Date, limit: number): Promise<Pick<IntentRow, 'intent_id'>[]> {
  return tx
    .selectFrom('sandbox.intents')
    .select('intent_id')
    .where('dispute_at', '<=', now)
    .orderBy('dispute_at')
    .limit(limit)
    .execute()
}

export async function insertStep(
  tx: Tx,
  step: Pick<StepRow, 'step_id' | 'intent_id' | 'kind' | 'created_at'>,
): Promise<void> {
  await tx
    .insertInto('sandbox.steps')
    .values({ ...step, state: 'waiting' })
    .execute()
}

export function findStep(tx: Tx, stepId: string): Promise<StepRow | undefined> {
  return tx.selectFrom('sandbox.steps').selectAll().where('step_id', '=', stepId).executeTakeFirst()
}

export async function updateStep(tx: Tx, stepId: string, state: StepRow['state'], now: Date): Promise<void> {
  await tx.updateTable('sandbox.steps').set({ state, answered_at: now }).where('step_id', '=', stepId).execute()
}

/** Ends the steps of an intent that no longer needs them. */
export async function endSteps(tx: Tx, intentId: string, now: Date): Promise<void> {
  await tx
    .updateTable('sandbox.steps')
    .set({ state: 'ended', answered_at: now })
    .where('intent_id', '=', intentId)
    .where('state', 'in', ['waiting', 'left'])
    .execute()
}

export function isAnythingDue(now: Date): RawBuilder<boolean> {
  return sql`(
    exists (select from sandbox.intents where status = 'requires_capture' and capture_before <= ${now})
    or exists (select from sandbox.intents where dispute_at <= ${now})
    or exists (select from sandbox.refunds where next_at <= ${now})
    or exists (select from sandbox.disputes where status = 'needs_response' and due_by <= ${now}))`
}
