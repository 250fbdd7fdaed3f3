import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tables, Tx } from '../../../db/tables.ts'
import type { Role, UserSort } from '../../../shared/accounts/constants.ts'
import { MAX_MATCHES } from '../../../shared/kernel/list-constants.ts'
import { columnList } from '../../platform/data/columns.ts'
import {
  containsFolded,
  containsFoldedByIndex,
  hasTrigrams,
  ROWS_SCANNED,
} from '../../platform/data/condition-queries.ts'
import { countOf } from '../../platform/data/count-queries.ts'
import { readMatches } from '../../platform/data/match-queries.ts'
import type { PageRange, SortedPage, Sorting } from '../../platform/data/paging.ts'

const ACCOUNT_COLUMNS = [
  ...(['id', 'email', 'role', 'admin_rights', 'user_metadata'] as const),
  ...(['created_at', 'last_sign_in_at', 'banned_until'] as const),
] as const

export type AccountRow = Pick<Selectable<Tables['users']>, (typeof ACCOUNT_COLUMNS)[number]>

const SEARCH_TEXT = sql`account_words(email, user_metadata)`
const COLUMNS = columnList(ACCOUNT_COLUMNS)

export function countAccounts(db: Db): Promise<number> {
  return countOf(db.selectFrom('users'))
}

/** Every sort order has an index. */
const SORTED_BY = {
  created: { asc: sql`created_at, id`, desc: sql`created_at desc, id desc` },
  name: {
    asc: sql`account_name(email, user_metadata), id`,
    desc: sql`account_name(email, user_metadata) desc, id desc`,
  },
  email: { asc: sql`email, id`, desc: sql`email desc, id desc` },
  role: { asc: sql`role, created_at, id`, desc: sql`role desc, created_at desc, id desc` },
  last_sign_in: {
    asc: sql`last_sign_in_at nulls first, id`,
    desc: sql`last_sign_in_at desc nulls last, id desc`,
  },
  state: {
    asc: sql`banned_until nulls first, created_at, id`,
    desc: sql`banned_until desc nulls last, created_at desc, id desc`,
  },
}

const orderOf = ({ sort, direction }: Sorting<UserSort>) => SORTED_BY[sort][direction]

/** Returns a page of all accounts. */
export async function listAccounts(
  db: Db,
  { offset, limit, fromEnd }: Omit<PageRange, 'start'>,
  sorting: Sorting<UserSort>,
): Promise<AccountRow[]> {
  const opposite = sorting.direction === 'asc' ? 'desc' : 'asc'
  const order = orderOf(fromEnd ? { ...sorting, direction: opposite } : sorting)
  return readPage(db, sql`select id from users order by ${order} offset ${offset} limit ${limit}`, sorting)
}

interface AccountSearch {
  /** Part of the display name or email address, or the start of the id; empty for any. */
  text: string
  role?: Role | undefined
}

function matches({ text, role }: AccountSearch, has = containsFolded): RawBuilder<boolean> {
  const hasRole = role ? sql<boolean>`role = ${role}` : sql<boolean>`true`
  return text ? sql<boolean>`${hasRole} and ${has(SEARCH_TEXT, text)}` : hasRole
}

/** Returns a sorted page of the accounts that match a search, and their number up to a limit. */
export async function listMatchingAccounts(db: Db, search: AccountSearch, page: SortedPage<UserSort>) {
  const { offset, limit, sorting } = page
  const byId = await listIdsStartingWith(db, search, MAX_MATCHES)
  const counted = byId.length ? { total: byId.length, ids: byId } : await countMatches(db, search, page)
  if (counted) {
    const found = sql`select unnest(${counted.ids}::uuid[])`
    const pageOfIds = sql`select id from users where id in (${found}) order by ${orderOf(sorting)} offset ${offset} limit ${limit}`
    const accounts = await readPage(db, byId.length ? pageOfIds : found, sorting)
    return { total: counted.total, total_is_exact: true, accounts }
  }
  const scanned = sql`
    select id from users where ${matches(search)} order by ${orderOf(sorting)} offset ${offset} limit ${limit}`
  const accounts = offset < MAX_MATCHES ? await readPage(db, scanned, sorting) : []
  return { total: MAX_MATCHES, total_is_exact: false, accounts }
}

/** Returns the ids of the accounts that match a text; undefined when there are more than a search lists. */
export async function findAccountIds(db: Db, text: string): Promise<string[] | undefined> {
  const byId = await listIdsStartingWith(db, { text }, MAX_MATCHES)
  if (byId.length) return byId
  return (await countMatches(db, { text }, { offset: 0, limit: MAX_MATCHES, sorting: NEWEST_FIRST }))?.ids
}

const NEWEST_FIRST = { sort: 'created', direction: 'desc' } as const

/** Returns SQL for whether the display name or email address of an account contains the text, for a query that has its id. */
export function accountContains(userId: RawBuilder<unknown>, text: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from users where id = ${userId} and ${containsFolded(SEARCH_TEXT, text)})`
}

/** The end of a batch of accounts, with the exact time as text, as a Date truncates it to milliseconds. */
export interface AccountPlace {
  created: string
  id: string
}

/** Returns the matches among the next `size` accounts, and the position of the last account examined. */
export async function listAccountsAfter(db: Db, search: AccountSearch, place: AccountPlace | undefined, size: number) {
  const after = place ? sql`where (created_at, id) > (${place.created}::timestamptz, ${place.id}::uuid)` : sql``
  const { rows } = await sql<AccountRow & { created: string; is_match: boolean }>`
    select ${COLUMNS}, created_at::text as created, ${matches(search)} as is_match
    from users ${after} order by created_at, id limit ${size}`.execute(db)
  const last = rows.at(-1)
  return last && { accounts: rows.filter(({ is_match }) => is_match), last: { created: last.created, id: last.id } }
}

/** Returns the accounts whose ids start with the text of a search, newest first. */
export async function listAccountsById(db: Db, search: AccountSearch): Promise<AccountRow[]> {
  const ids = await listIdsStartingWith(db, search, MAX_MATCHES)
  return ids.length ? readPage(db, sql`select unnest(${ids}::uuid[])`, NEWEST_FIRST) : []
}

async function listIdsStartingWith(db: Db, { text, role }: AccountSearch, limit: number): Promise<string[]> {
  if (!/^[0-9a-f]{8}[0-9a-f-]{0,28}$/i.test(text)) return []
  const digits = text.replaceAll('-', '')
  if (digits.length > 32) return []
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, created_at from users
      where id between ${digits.padEnd(32, '0')}::uuid and ${digits.padEnd(32, 'f')}::uuid
        and ${matches({ text: '', role })} limit ${limit}
    ) found order by created_at desc, id desc`.execute(db)
  return rows.map(({ id }) => id)
}

async function countMatches(db: Db, search: AccountSearch, { sorting, ...page }: SortedPage<UserSort>) {
  const { text } = search
  if (text && !hasTrigrams(text) && (await countAmongNewest(db, search)) > MAX_MATCHES) return undefined
  const query = sql`select ${COLUMNS} from users where ${matches(search, containsFoldedByIndex)}`
  const { keys, total, total_is_exact } = await readMatches(db, query, {
    ...page,
    key: sql`id`,
    order: orderOf(sorting),
  })
  return total_is_exact ? { total, ids: keys } : undefined
}

async function countAmongNewest(db: Db, search: AccountSearch): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select email, user_metadata, role from users order by created_at desc, id desc limit ${ROWS_SCANNED}
    ) newest where ${matches(search)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Returns SQL for the name by which a list sorts an account, for a query that has its id. */
export function accountNameOf(userId: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(select account_name(email, user_metadata) from users where id = ${userId})`
}

async function readPage(db: Db, ids: RawBuilder<unknown>, sorting: Sorting<UserSort>): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    select ${COLUMNS} from users where id in (${ids}) order by ${orderOf(sorting)}`.execute(db)
  return rows
}

/** Locks accounts in the order of their ids and returns them, so that two admins who suspend each other do not deadlock. */
export function lockAccounts(tx: Tx, ids: string[]) {
  return tx
    .selectFrom('users')
    .select(ACCOUNT_COLUMNS)
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate() // guard: suspending-accounts-lock
    .execute()
}
