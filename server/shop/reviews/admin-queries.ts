import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../db/tables.ts'
import type { AdminReviewSort, ReviewView } from '../../../shared/reviews/constants.ts'
import { countOf, highestOf } from '../../platform/data/count-queries.ts'
import type { NumberRange } from '../../platform/data/csv.ts'
import { readMatches } from '../../platform/data/match-queries.ts'
import type { SortedPage } from '../../platform/data/paging.ts'
import type { ReviewRow } from './queries.ts'

export interface ReviewConditions {
  view?: ReviewView | undefined
  reviewId?: string
  productNumber?: number
  buyers?: readonly string[]
}

export interface AdminReviewRow extends ReviewRow {
  product_number: number
  hidden_at: Date | null
  hidden_reason: string | null
  by_suspended: boolean
  open_reports: number
}

const SORTED_BY = {
  date: { asc: sql`review_number`, desc: sql`review_number desc` },
  rating: { asc: sql`rating, review_number`, desc: sql`rating desc, review_number desc` },
}

const OPEN = sql`select review_number from review_reports where not settled`

export async function listReviewRows(
  db: Db,
  conditions: ReviewConditions,
  { sorting, ...page }: SortedPage<AdminReviewSort>,
): Promise<{ total: number; total_is_exact: boolean; rows: AdminReviewRow[] }> {
  const order = SORTED_BY[sorting.sort][sorting.direction]
  const query = sql`select review_number, rating from reviews where ${meets(conditions)} order by ${order}`
  const { keys, ...found } = await readMatches(db, query, { ...page, key: sql`review_number`, order })
  const rows = await selectRows(db, sql`review_number = any(${keys}::bigint[]) order by ${order}`)
  return { ...found, rows }
}

export const readLastReview = (db: Db) => highestOf(db.selectFrom('reviews'), sql`review_number`)

/** Returns the reviews in a range of numbers that meet the conditions, newest first. */
export function listReviewsBetween(db: Db, conditions: ReviewConditions, { low, high }: NumberRange) {
  const among = sql`review_number between ${low} and ${high}`
  return selectRows(db, sql`${among} and ${meets(conditions)} order by review_number desc`)
}

async function selectRows(db: Db, where: RawBuilder<unknown>): Promise<AdminReviewRow[]> {
  const { rows } = await sql<AdminReviewRow>`
    select review_id, product_number, buyer_id, rating, review_text, answer_text, answered_at, created_at, edited_at,
      hidden_at, hidden_reason, by_suspended, (
        select count(*)::integer from review_reports
        where review_reports.review_number = reviews.review_number and not settled
      ) as open_reports
    from reviews where ${where}`.execute(db)
  return rows
}

function meets({ view, reviewId, productNumber, buyers }: ReviewConditions) {
  const all = [sql`removed_at is null`]
  if (view === 'hidden') all.push(sql`hidden_at is not null`)
  if (view === 'reported') all.push(sql`review_number in (${OPEN})`)
  if (reviewId) all.push(sql`review_id = ${reviewId}`)
  if (productNumber !== undefined) all.push(sql`product_number = ${productNumber}`)
  if (buyers) all.push(sql`buyer_id = any(${buyers}::uuid[])`)
  return sql.join(all, sql` and `)
}

/** Locks a review until the transaction ends, unless its author has removed it. */
export async function lockReview(tx: Tx, reviewId: string) {
  const locked = await tx
    .selectFrom('reviews')
    .select(['review_number', 'product_number', 'seller_id', 'buyer_id', 'hidden_at'])
    .where('review_id', '=', reviewId)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate() // guard: moderated-review-lock
    .executeTakeFirst()
  if (!locked) return undefined
  const reports = tx.selectFrom('review_reports').where('review_number', '=', locked.review_number)
  return { ...locked, open_reports: await countOf(reports.where('settled', '=', false)) }
}

/** Hides a locked review (with time and reason) or shows it again (null), and closes its reports. */
export async function setHidden(tx: Tx, reviewNumber: number, hidden: { at: Date; reason: string | undefined } | null) {
  await tx
    .updateTable('reviews')
    .set({ hidden_at: hidden?.at ?? null, hidden_reason: hidden?.reason ?? null })
    .where('review_number', '=', reviewNumber)
    .execute()
  await tx
    .updateTable('review_reports')
    .set({ settled: true })
    .where('review_number', '=', reviewNumber)
    .where('settled', '=', false)
    .execute()
}
