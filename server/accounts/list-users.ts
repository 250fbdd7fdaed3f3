import type { Db } from '../../db/tables.ts'
import { USER_SORTS, type UserSort } from '../../shared/accounts/constants.ts'
import { displayName } from '../../shared/accounts/rules.ts'
import type { AdminUser, AdminUserPage, AdminUsersQuery } from '../../shared/accounts/schema.ts'
import { LIST_PAGE_SIZE, MAX_MATCHES } from '../../shared/kernel/list-constants.ts'
import { pageRange } from '../data/page-range.ts'
import type { Sorting } from '../data/sorting.ts'
import { type AccountRow, countAccounts, listAccounts, listMatchingAccounts } from './admin-queries.ts'
import { isSuspended } from './suspend-user.ts'

/**
 * Returns a page, from 1, of all accounts, or of those with a role and whose name or email address contains the text, newest
 * first or sorted by a column, and their number. A search counts and lists at most 10,000.
 */
export async function listUsers(
  db: Db,
  { q = '', role, page = 1, page_size = LIST_PAGE_SIZE, sort = USER_SORTS[0], direction = 'desc' }: AdminUsersQuery,
  now: Date,
): Promise<AdminUserPage> {
  const sorting = { sort, direction }
  const { total, total_is_exact, accounts } =
    q || role
      ? await listMatchingAccounts(db, { text: q, role }, { offset: (page - 1) * page_size, limit: page_size, sorting })
      : await listAll(db, { page, size: page_size, sorting })
  return { users: accounts.map((account) => toAdminUser(account, now)), total, total_is_exact, page, page_size }
}

/** Sorted by another column than the date, it lists 10,000 accounts at most, so that no page is slow. */
async function listAll(db: Db, { page, size, sorting }: { page: number; size: number; sorting: Sorting<UserSort> }) {
  const all = await countAccounts(db)
  const total = sorting.sort === USER_SORTS[0] ? all : Math.min(all, MAX_MATCHES)
  const range = pageRange({ total, page, size })
  // The end of a list that is cut is not that of the accounts.
  const nearer = total === all ? range : { ...range, offset: range.start, fromEnd: false }
  const accounts = range.limit ? await listAccounts(db, nearer, sorting) : []
  return { total, total_is_exact: total === all, accounts }
}

/** Returns an account as admins see it. */
export function toAdminUser(account: AccountRow, now: Date): AdminUser {
  return {
    user_id: account.id,
    name: displayName({ display_name: account.user_metadata.display_name, email: account.email }),
    email: account.email,
    role: account.role,
    created_at: account.created_at.toISOString(),
    last_sign_in_at: account.last_sign_in_at?.toISOString() ?? null,
    state: isSuspended(account, now) ? 'suspended' : 'active',
    avatar_url: avatarOf(account.user_metadata),
  }
}

function avatarOf({ avatar_url }: AccountRow['user_metadata']): string | null {
  return typeof avatar_url === 'string' ? avatar_url : null
}
