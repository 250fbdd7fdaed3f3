import { type Selectable, sql, type UpdateObject } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import type { ApprovalState, SellerRequirement } from '../../../shared/sellers/constants.ts'
import type { ApprovalSettings, SaveFacts } from '../../../shared/sellers/schema.ts'
import { suspendedAccounts } from '../../people/accounts/lookup-queries.ts'
import { countOf, readValue } from '../../platform/data/count-queries.ts'
import { hasMethods } from '../delivery/queries.ts'

export type ApprovalRow = Selectable<Tables['seller_approvals']>

const FACTS = [
  ...(['is_trader', 'legal_name', 'legal_address', 'legal_phone', 'legal_email'] as const),
  ...(['register_name', 'legal_number', 'certified_at'] as const),
] as const
const NO_FACTS = {
  is_trader: null,
  certified_at: null,
  legal_name: '',
  legal_address: '',
  legal_number: '',
  legal_phone: '',
  legal_email: '',
  register_name: '',
}

function pages(db: Db | Tx) {
  return db
    .selectFrom('seller_pages')
    .innerJoin('seller_approvals', 'seller_approvals.seller_id', 'seller_pages.seller_id')
    .selectAll('seller_approvals')
    .select(['name', 'handle', 'seller_pages.revision as page_revision', ...FACTS])
    .select(hasMethods(sql`seller_pages.seller_id`).as('has_methods'))
}

export type SellerRow = NonNullable<Awaited<ReturnType<typeof findSellerRow>>>

/** Returns a seller's approval and declarations; undefined for an account that is not a seller. */
export function findSellerRow(db: Db | Tx, sellerId: string) {
  return pages(db).where('seller_pages.seller_id', '=', sellerId).executeTakeFirst()
}

interface SellerConditions {
  sellerIds?: string[]
  state?: ApprovalState | undefined
  /** Only those without a method of delivery. */
  withoutMethod: boolean
}

/** Returns a page of the sellers, those who ask first, oldest first, and the number of all. */
export async function listSellerRows(db: Db, which: SellerConditions, range: { offset: number; limit: number }) {
  const { rows } = await sql<{ id: string }>`
    select seller_id as id from seller_approvals where ${meets(which)}
    order by approval_state <> 'asked', asked_at, seller_id offset ${range.offset} limit ${range.limit}`.execute(db)
  const ids = rows.map(({ id }) => id)
  const total = await countOf(db.selectFrom('seller_approvals').where(meets(which)))
  const found = ids.length ? await pages(db).where('seller_pages.seller_id', 'in', ids).execute() : []
  const byId = new Map(found.map((row) => [row.seller_id, row]))
  return { total, sellers: ids.flatMap((id) => byId.get(id) ?? []) }
}

function meets({ sellerIds, state, withoutMethod }: SellerConditions) {
  const isOf = sellerIds ? sql`seller_id = any(${sellerIds}::uuid[])` : sql`true`
  const isDelivered = withoutMethod ? sql`not ${hasMethods(sql`seller_approvals.seller_id`)}` : sql`true`
  return sql<boolean>`${isOf} and ${state ? sql`approval_state = ${state}` : sql`true`} and ${isDelivered}`
}

/** Locks a seller's approval, after the account; undefined when there is none. */
export function lockApproval(tx: Tx, sellerId: string): Promise<ApprovalRow | undefined> {
  return tx
    .selectFrom('seller_approvals')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .forNoKeyUpdate() // guard: approval-lock
    .executeTakeFirst()
}

export async function updateApproval(
  tx: Tx,
  sellerId: string,
  change: UpdateObject<Tables, 'seller_approvals'>,
): Promise<void> {
  await tx
    .updateTable('seller_approvals')
    .set({ ...change, revision: sql`revision + 1` })
    .where('seller_id', '=', sellerId)
    .execute()
}

/** Records when a seller was suspended; the declarations are deleted later unless the account is reinstated. */
export async function noteClosed(tx: Tx, seller: { seller_id: string; is_suspended: boolean }): Promise<void> {
  await tx
    .updateTable('seller_approvals')
    .set({
      closed_at: seller.is_suspended ? sql`now()` : sql`case when approval_state = 'refused' then decided_at end`,
    })
    .where('seller_id', '=', seller.seller_id)
    .execute()
}

/** Returns sellers whose time for a correction ended before `time`. */
export async function listOverdue(db: Db, time: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('seller_approvals')
    .select('seller_id')
    .where('may_sell', '=', true)
    .where('fix_by', '<=', time)
    .orderBy('fix_by')
    .limit(limit)
    .execute()
  return rows.map(({ seller_id }) => seller_id)
}

/** Returns the end of a day in the marketplace's time zone. */
export function endOfDay(db: Db | Tx, day: string): Promise<Date> {
  return readValue(db, sql<Date>`market_day_start(${day}::date + 1)`)
}

/** Writes a seller's declarations, unless the page has another revision; returns the page's handle. */
export async function updateFacts(
  tx: Tx,
  seller_id: string,
  { certified, revision, ...facts }: SaveFacts,
  now: Date,
): Promise<{ handle: string } | undefined> {
  return tx
    .updateTable('seller_pages')
    .set({
      ...facts,
      certified_at: certified ? sql<Date>`coalesce(certified_at, ${now})` : null,
      updated_at: now,
      revision: sql`revision + 1`,
    })
    .where('seller_id', '=', seller_id)
    .where('revision', '=', revision) // guard: facts-revision
    .returning('handle')
    .executeTakeFirst()
}

/** Deletes the declarations of sellers who were closed before `time`; returns the sellers. The approval settings are locked. */
export async function forgetClosed(tx: Tx, time: Date, limit: number): Promise<string[]> {
  const closed = await tx
    .selectFrom('seller_approvals')
    .select('seller_id')
    .where('closed_at', '<', time)
    .orderBy('closed_at')
    .limit(limit)
    .forUpdate()
    .execute()
  const ids = closed.map(({ seller_id }) => seller_id)
  if (!ids.length) return []
  await tx
    .updateTable('seller_pages')
    .set({ ...NO_FACTS, revision: sql`revision + 1` })
    .where('seller_id', 'in', ids)
    .execute()
  // Without declarations a seller who is reinstated has to ask again, where approval is needed.
  await sql`
    update seller_approvals set closed_at = null, revision = seller_approvals.revision + 1,
      approval_state = case when seller_approval and approval_state <> 'refused' then 'draft' else approval_state end,
      may_sell = may_sell and not seller_approval, fix_by = case when not seller_approval then fix_by end
    from settings where seller_id = any(${ids}::uuid[])`.execute(tx)
  return ids
}

/** Returns whether sellers need approval, and what they must declare. */
export async function readApprovalSettings(db: Db | Tx): Promise<ApprovalSettings> {
  return toSettings(await approvalSettings(db).executeTakeFirstOrThrow())
}

/** Returns the same, locked until the transaction ends: against the switch alone, or against everyone. */
export async function lockApprovalSettings(tx: Tx, { forUpdate = false } = {}): Promise<ApprovalSettings> {
  const settings = approvalSettings(tx)
  const locked = forUpdate ? settings.forNoKeyUpdate() : settings.forShare()
  return toSettings(await locked.executeTakeFirstOrThrow())
}

function approvalSettings(db: Db | Tx) {
  return db.selectFrom('settings').select(['seller_approval', 'seller_requirements', 'approval_revision as revision'])
}

function toSettings({
  seller_requirements,
  ...row
}: { seller_requirements: string[] } & Omit<ApprovalSettings, 'requirements'>) {
  // Written only from this list.
  return { ...row, requirements: seller_requirements as SellerRequirement[] }
}

export async function updateApprovalSettings(
  tx: Tx,
  { seller_approval, requirements }: Omit<ApprovalSettings, 'revision'>,
): Promise<void> {
  await tx
    .updateTable('settings')
    .set({ seller_approval, seller_requirements: requirements, approval_revision: sql`approval_revision + 1` })
    .execute()
}

/** Approves all sellers; returns those whose products were hidden. */
export async function approveAll(tx: Tx, by: { admin_id: string; now: Date }): Promise<string[]> {
  const { rows } = await sql<{ seller_id: string }>`
    with present as (
      select seller_id, may_sell from seller_approvals where approval_state <> 'approved' order by seller_id for no key update
    ), approved as (
      update seller_approvals
      set approval_state = 'approved', may_sell = true, fix_by = null, message = null, decided_by = ${by.admin_id},
        decided_at = ${by.now}, revision = revision + 1,
        closed_at = case when seller_id in (${suspendedAccounts}) then closed_at end
      where seller_id in (select seller_id from present)
    )
    select seller_id from present where not may_sell`.execute(tx)
  return rows.map(({ seller_id }) => seller_id)
}
