import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { prepared } from '../db/prepared.ts'
import type { Tables, Tx } from '../db/tables.ts'
import type { Page } from './wire.ts'

export type IntentRow = Selectable<Tables['sandbox.intents']>
export type ChargeRow = Selectable<Tables['sandbox.charges']>
export type StepRow = Selectable<Tables['sandbox.steps']>

export type DraftIntent = Omit<IntentRow, 'intent_number'>

export async function insertIntent(tx: Tx, draft: DraftIntent): Promise<IntentRow> {
  return first(await newIntent(tx, { ...draft, metadata: JSON.stringify(draft.metadata) }))
}

const newIntent = prepared('sandbox_intent_insert', (db, p: Omit<DraftIntent, 'metadata'> & { metadata: string }) =>
  db
    .insertInto('sandbox.intents')
    .values({
      intent_id: p.intent_id,
      amount: p.amount,
      currency: p.currency,
      capture_method: p.capture_method,
      status: p.status,
      payment_method: p.payment_method,
      client_secret: p.client_secret,
      return_url: p.return_url,
      description: p.description,
      metadata: p.metadata,
      failed_once: p.failed_once,
      created_at: p.created_at,
    })
    .returningAll()
    .compile(),
)

type Charged = Pick<
  IntentRow,
  | 'intent_id'
  | 'status'
  | 'amount_capturable'
  | 'amount_received'
  | 'latest_charge'
  | 'capture_before'
  | 'payment_method'
>

/** Records the charge of a locked intent, and returns the intent. */
export async function recordCharge(tx: Tx, charged: Charged): Promise<IntentRow> {
  return first(await chargeIntent(tx, charged))
}

const chargeIntent = prepared('sandbox_intent_charge', (db, p: Charged) =>
  db
    .updateTable('sandbox.intents')
    .set({
      status: p.status,
      amount_capturable: p.amount_capturable,
      amount_received: p.amount_received,
      latest_charge: p.latest_charge,
      capture_before: p.capture_before,
      payment_method: p.payment_method,
      step_id: null,
      settles_at: null,
      last_error: null,
    })
    .where('intent_id', '=', p.intent_id)
    .returningAll()
    .compile(),
)

function first<Row>(rows: Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('a row of the sandbox is missing')
  return row
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
    .where('intent_number', '>', page.above)
    .where('created_at', '>=', page.from)
    .where('created_at', '<', page.to)
    .orderBy('intent_number', page.direction)
    .limit(page.limit + 1)
    .execute()
}

/** Returns intents due for an automatic change: transfers that arrive, authorisations that end. */
export async function listDueIntents(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<Pick<IntentRow, 'intent_id' | 'status'>[]> {
  return tx
    .selectFrom('sandbox.intents')
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

type Failure = Pick<ChargeRow, 'failure_code' | 'failure_message' | 'decline_code'>
export type NewCharge = Omit<ChargeRow, 'charge_number' | 'amount_refunded' | 'disputed' | keyof Failure>
const NO_FAILURE: Failure = { failure_code: null, failure_message: null, decline_code: null }

export async function insertCharge(tx: Tx, values: NewCharge, failure = NO_FAILURE): Promise<ChargeRow> {
  return first(await newCharge(tx, { ...values, ...failure }))
}

const newCharge = prepared('sandbox_charge_insert', (db, p: NewCharge & Failure) =>
  db
    .insertInto('sandbox.charges')
    .values({
      charge_id: p.charge_id,
      intent_id: p.intent_id,
      amount: p.amount,
      amount_captured: p.amount_captured,
      currency: p.currency,
      status: p.status,
      captured: p.captured,
      payment_method: p.payment_method,
      capture_before: p.capture_before,
      dispute_at: p.dispute_at,
      balance_transaction: p.balance_transaction,
      failure_code: p.failure_code,
      failure_message: p.failure_message,
      decline_code: p.decline_code,
      created_at: p.created_at,
    })
    .returningAll()
    .compile(),
)

export function findCharge(tx: Tx, chargeId: string): Promise<ChargeRow | undefined> {
  return tx.selectFrom('sandbox.charges').selectAll().where('charge_id', '=', chargeId).executeTakeFirst()
}

/** Updates a charge whose intent is locked and returns it. */
export function updateCharge(
  tx: Tx,
  chargeId: string,
  values: Updateable<Tables['sandbox.charges']>,
): Promise<ChargeRow> {
  return tx
    .updateTable('sandbox.charges')
    .set(values)
    .where('charge_id', '=', chargeId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function listDueDisputes(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<Pick<ChargeRow, 'charge_id' | 'intent_id'>[]> {
  return tx
    .selectFrom('sandbox.charges')
    .select(['charge_id', 'intent_id'])
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
    exists (select from sandbox.intents where status = 'processing' and settles_at <= ${now})
    or exists (select from sandbox.intents where status = 'requires_capture' and capture_before <= ${now})
    or exists (select from sandbox.charges where dispute_at <= ${now})
    or exists (select from sandbox.refunds where next_at <= ${now})
    or exists (select from sandbox.disputes where status = 'needs_response' and due_by <= ${now}))`
}
