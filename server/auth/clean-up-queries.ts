import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/tables.ts'

// Each removes at most `limit` of the rows it names, skips those that somebody works on, and answers how many went.

/** Codes and links whose time is over. */
export function deleteExpiredCodes(db: Db, now: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    delete from one_time_codes where (user_id, purpose) in (
      select user_id, purpose from one_time_codes where expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    )`,
  )
}

/** Sign-ins by link or provider that were begun and not ended in time. */
export function deleteExpiredFlows(db: Db, now: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    delete from flow_states where id in (
      select id from flow_states where expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    )`,
  )
}

/** Journeys to providers that did not end in time. */
export function deleteExpiredProviderFlows(db: Db, now: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    delete from oauth_flows where state_hash in (
      select state_hash from oauth_flows where expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    )`,
  )
}

/** Tokens of providers that nobody fetched in time. */
export function deleteExpiredProviderTokens(db: Db, now: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    delete from provider_tokens where flow_id in (
      select flow_id from provider_tokens where expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    )`,
  )
}

/** Challenges of second factors that were not met in time. */
export function deleteExpiredChallenges(db: Db, now: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    delete from factor_challenges where id in (
      select id from factor_challenges where expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    )`,
  )
}

/** Enrolments that were neither begun nor asked for a code since. */
export function deleteAllAbandonedFactors(db: Db, untouchedSince: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    delete from factors where id in (
      select id from factors
      where status = 'unverified' and created_at < ${untouchedSince}
        and (last_challenged_at is null or last_challenged_at < ${untouchedSince})
      order by created_at limit ${limit} for update skip locked
    )`,
  )
}

/** Refresh tokens that were replaced before a moment. */
export function deleteReplacedTokens(db: Db, replacedBefore: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    delete from refresh_tokens where token_hash in (
      select token_hash from refresh_tokens where revoked_at < ${replacedBefore}
      order by revoked_at limit ${limit} for update skip locked
    )`,
  )
}

/** Sessions that were neither begun nor refreshed since. */
export function deleteUnusedSessions(db: Db, unusedSince: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    delete from sessions where id in (
      select id from sessions
      where created_at < ${unusedSince} and (refreshed_at is null or refreshed_at < ${unusedSince})
      order by created_at limit ${limit} for update skip locked
    )`,
  )
}

/** Merges of carts: a browser that did not hear of its own sends it again in the same session, or never. */
export function deleteOldMerges(db: Db, madeBefore: Date, limit: number): Promise<number> {
  return count(
    db,
    sql`
    delete from cart_merges where (user_id, merge_id) in (
      select user_id, merge_id from cart_merges where created_at < ${madeBefore}
      order by created_at limit ${limit} for update skip locked
    )`,
  )
}

/** Guests without a session who ordered nothing, with their pictures: nobody can be them again. */
export async function deleteGuests(db: Db, madeBefore: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    with gone as (
      delete from users where id in (
        select id from users
        where is_anonymous and created_at < ${madeBefore}
          and not exists (select 1 from sessions where sessions.user_id = users.id)
          and not exists (select 1 from orders where orders.buyer_id = users.id)
          and not exists (select 1 from products where products.seller_id = users.id)
        order by created_at limit ${limit} for update skip locked
      ) returning id
    ), pictures as (
      -- All that a person may store; the files' own sweep removes what no row needs.
      delete from storage_objects using gone
      where bucket_id = 'users' and name >= gone.id || '-' and name < gone.id || '.'
      returning blob
    ), discarded as (
      insert into storage_discards (blob, remove_after) select blob, now() from pictures
      on conflict (blob) do update set remove_after = excluded.remove_after
    )
    select id from gone`.execute(db)
  return rows.length
}

async function count(db: Db, statement: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } = await statement.execute(db)
  return Number(numAffectedRows ?? 0)
}
