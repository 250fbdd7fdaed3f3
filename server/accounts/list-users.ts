import type { Db } from '../../db/tables.ts'
import { displayName } from '../../shared/accounts/rules.ts'
import type { AdminUser, AdminUserPage } from '../../shared/accounts/schema.ts'
import { LIST_PAGE_SIZE } from '../../shared/kernel/list-constants.ts'
import type { ListQuery } from '../../shared/kernel/list-schema.ts'
import { pageRange } from '../data/page-range.ts'
import { type AccountRow, countAccounts, listAccounts, listMatchingAccounts } from './admin-queries.ts'
import { isSuspended } from './suspend-user.ts'

/**
 * Returns a page, from 1, of all accounts, or of those whose name or email address contains the text, newest first, and
 * their number. A search counts and lists at most 10,000.
 */
export async function listUsers(
  db: Db,
  { q = '', page = 1, page_size = LIST_PAGE_SIZE }: ListQuery,
  now: Date,
): Promise<AdminUserPage> {
  const { total, total_is_exact, accounts } = q
    ? await listMatchingAccounts(db, q, { offset: (page - 1) * page_size, limit: page_size })
    : await listAll(db, page, page_size)
  return { users: accounts.map((account) => toAdminUser(account, now)), total, total_is_exact, page, page_size }
}

async function listAll(db: Db, page: number, size: number) {
  const total = await countAccounts(db)
  const range = pageRange({ total, page, size })
  return { total, total_is_exact: true, accounts: range.limit ? await listAccounts(db, range) : [] }
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
