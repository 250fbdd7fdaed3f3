import { type RawBuilder, sql } from 'kysely'
import { emptyCarts, takeFromCarts } from './change-queries.ts'

/** Returns two queries, for `with`: `seen`, and `cart`, which locks those carts that are not locked. */
export function lockedCarts(userIds: RawBuilder<unknown>): RawBuilder<unknown> {
  // guard: carts-version
  const isUnchanged = sql`seen.version = locked.version`
  return sql`seen as (select user_id, xmin as version from carts where user_id in (${userIds})),
    locked as (
      select user_id, xmin as version from carts where user_id in (${userIds})
      order by user_id for no key update of carts skip locked
    ), cart as (select user_id from locked join seen using (user_id) where ${isUnchanged})`
}

/** Returns statements, for `with`, that empty the carts of these users, which are locked, and give them a new version. */
export function emptyLockedCarts(userIds: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`emptied as (${emptyCarts(userIds)}), changed as (
      update carts set updated_at = ${now} where user_id in (${userIds})
    )`
}

/** Returns statements, for `with`, that take lines from locked carts and give the carts a new version. */
export function takeFromLockedCarts(lines: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`${takeFromCarts(lines)}, changed as (
      update carts set updated_at = ${now} where user_id in (select user_id from ${lines} line)
    )`
}
