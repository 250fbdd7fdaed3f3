import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Tables, Tx } from '../../../db/tables.ts'
import type { Page } from './page.ts'

export type IntentRow = Selectable<Tables['sandbox_intents']>
export type ChargeRow = Selectable<Tables['sandbox_charges']>
export type StepRow = Selectable<Tables['sandbox_steps']>

/** Writes a new intent and returns it. */
export function insertIntent(tx: Tx, values: Insertable<Tables['sandbox_intents']>): Promise<IntentRow> {
  return tx.insertInto('sandbox_intents').values(values).returningAll().executeTakeFirstOrThrow()
}

/** Returns an intent. */
export function findIntent(tx: Tx, intentId: string): Promise<IntentRow | undefined> {
  return tx.selectFrom('sandbox_intents').selectAll().where('intent_id', '=', intentId).executeTakeFirst()
}

/** Returns an intent, locked until the transaction ends. Who changes anything that belongs to it locks it first. */
export function lockIntent(tx: Tx, intentId: string): Promise<IntentRow | undefined> {
  return tx
    .selectFrom('sandbox_intents')
    .selectAll()
    .where('intent_id', '=', intentId)
    .forNoKeyUpdate() // guard: sandbox-intent-lock
    .executeTakeFirst()
}

/** Changes an intent that is locked and returns it. */
export function updateIntent(
  tx: Tx,
  intentId: string,
  values: Updateable<Tables['sandbox_intents']>,
): Promise<IntentRow> {
  return tx
    .updateTable('sandbox_intents')
    .set(values)
    .where('intent_id', '=', intentId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns a page of intents, and one more if there are more. */
export function listIntents(tx: Tx, page: Page): Promise<IntentRow[]> {
  return tx
    .selectFrom('sandbox_intents')
    .selectAll()
    .where('intent_number', '<', page.below)
    .where('intent_number', '>', page.above)
    .where('created_at', '>=', page.from)
    .where('created_at', '<', page.to)
    .orderBy('intent_number', page.direction)
    .limit(page.limit + 1)
    .execute()
}

/** Returns the intents that have to change by themselves at a time: transfers that arrive, authorisations that end. */
export async function listDueIntents(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<Pick<IntentRow, 'intent_id' | 'status'>[]> {
  return tx
    .selectFrom('sandbox_intents')
    .select(['intent_id', 'status'])
    .where(({ and, or, eb }) =>
      or([
        and([eb('status', '=', 'processing'), eb('settles_at', '<=', now)]),
        and([eb('status', '=', 'requires_capture'), eb('capture_before', '<=', now)]),
      ]),
    )
    .limit(limit)
    .execute()
}

/** Writes a new charge and returns it. */
export function insertCharge(tx: Tx, values: Insertable<Tables['sandbox_charges']>): Promise<ChargeRow> {
  return tx.insertInto('sandbox_charges').values(values).returningAll().executeTakeFirstOrThrow()
}

/** Returns a charge. */
export function findCharge(tx: Tx, chargeId: string): Promise<ChargeRow | undefined> {
  return tx.selectFrom('sandbox_charges').selectAll().where('charge_id', '=', chargeId).executeTakeFirst()
}

/** Changes a charge whose intent is locked and returns it. */
export function updateCharge(
  tx: Tx,
  chargeId: string,
  values: Updateable<Tables['sandbox_charges']>,
): Promise<ChargeRow> {
  return tx
    .updateTable('sandbox_charges')
    .set(values)
    .where('charge_id', '=', chargeId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the charges for which a dispute is due to be opened. */
export function listDueDisputes(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<Pick<ChargeRow, 'charge_id' | 'intent_id'>[]> {
  return tx
    .selectFrom('sandbox_charges')
    .select(['charge_id', 'intent_id'])
    .where('dispute_at', '<=', now)
    .orderBy('dispute_at')
    .limit(limit)
    .execute()
}

/** Writes a step that waits for its buyer. */
export async function insertStep(
  tx: Tx,
  step: Pick<StepRow, 'step_id' | 'intent_id' | 'kind' | 'created_at'>,
): Promise<void> {
  await tx
    .insertInto('sandbox_steps')
    .values({ ...step, state: 'waiting' })
    .execute()
}

/** Returns a step. */
export function findStep(tx: Tx, stepId: string): Promise<StepRow | undefined> {
  return tx.selectFrom('sandbox_steps').selectAll().where('step_id', '=', stepId).executeTakeFirst()
}

/** Writes what a buyer did with a step. */
export async function updateStep(tx: Tx, stepId: string, state: StepRow['state'], now: Date): Promise<void> {
  await tx.updateTable('sandbox_steps').set({ state, answered_at: now }).where('step_id', '=', stepId).execute()
}

/** Ends the steps of an intent that goes on without them. */
export async function endSteps(tx: Tx, intentId: string, now: Date): Promise<void> {
  await tx
    .updateTable('sandbox_steps')
    .set({ state: 'ended', answered_at: now })
    .where('intent_id', '=', intentId)
    .where('state', 'in', ['waiting', 'left'])
    .execute()
}
