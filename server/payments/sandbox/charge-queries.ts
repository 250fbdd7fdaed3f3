import { sql } from 'kysely'
import { prepared } from '../../../db/prepared.ts'
import type { Tx } from '../../../db/tables.ts'
import type { Movement } from './balance-queries.ts'
import { arrivalsOf, eventWithout, type NewEvent } from './event-queries.ts'
import type { DraftIntent, NewCharge } from './intent-queries.ts'

/** An intent that was charged before it was written, with all that belongs to it. */
interface Charged {
  intent: DraftIntent
  charge: NewCharge
  /** Absent where the money is only reserved. */
  movement: Movement | undefined
  event: NewEvent
}

/** Writes an intent that was charged, with its charge, movement and event, in one statement. */
export function insertCharged(tx: Tx, { intent, charge, movement, event }: Charged): Promise<unknown> {
  const writing = insert(tx, {
    ...{ ...intent, metadata: JSON.stringify(intent.metadata) },
    ...{ charge_id: charge.charge_id, amount_captured: charge.amount_captured, captured: charge.captured },
    ...{ dispute_at: charge.dispute_at, transaction_id: movement?.transaction_id ?? null, fee: movement?.fee ?? 0 },
    ...{ event_id: event.event_id, type: event.type, content: event.content },
    ...{ in_order: event.in_order, due_at: event.due_at },
  })
  // Awaited by whoever ends the transaction; it may fail before.
  writing.catch(() => {})
  return writing
}

type Inserted = Omit<DraftIntent, 'metadata'> &
  Pick<NewCharge, 'charge_id' | 'amount_captured' | 'captured' | 'dispute_at'> &
  NewEvent & { metadata: string; transaction_id: string | null; fee: number }

const insert = prepared('sandbox_charged_insert', (db, p: Inserted) =>
  sql`
    with intent as (
      insert into sandbox_intents (intent_id, amount, currency, capture_method, status, amount_capturable, amount_received,
        payment_method, latest_charge, client_secret, return_url, description, metadata, capture_before, failed_once,
        created_at)
      values (${p.intent_id}, ${p.amount}, ${p.currency}, ${p.capture_method}, ${p.status}, ${p.amount_capturable},
        ${p.amount_received}, ${p.payment_method}, ${p.latest_charge}, ${p.client_secret}, ${p.return_url},
        ${p.description}, ${p.metadata}, ${p.capture_before}, ${p.failed_once}, ${p.created_at})
    ), charge as (
      insert into sandbox_charges (charge_id, intent_id, amount, amount_captured, currency, status, captured,
        payment_method, capture_before, dispute_at, balance_transaction, created_at)
      values (${p.charge_id}, ${p.intent_id}, ${p.amount}, ${p.amount_captured}, ${p.currency}, 'succeeded', ${p.captured},
        ${p.payment_method}, ${p.capture_before}, ${p.dispute_at}, ${p.transaction_id}, ${p.created_at})
    ), movement as (
      insert into sandbox_balance_transactions (transaction_id, type, amount, fee, currency, source, created_at)
      select ${p.transaction_id}::text, 'charge', ${p.amount}::bigint, ${p.fee}::bigint, ${p.currency}::text,
        ${p.charge_id}::text, ${p.created_at}::timestamptz
      where ${p.transaction_id}::text is not null
    ), ${eventWithout(p)}
    ${arrivalsOf(p)}`.compile(db),
)
