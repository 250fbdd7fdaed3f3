import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import { USER_SORTS, type UserSort } from '../../../shared/accounts/constants.ts'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { displayName } from '../../../shared/accounts/rules.ts'
import {
  type AdminUser,
  type AdminUserPage,
  type AdminUsersExport,
  type AdminUsersQuery,
  adminUserPageSchema,
  adminUserSchema,
  adminUsersExportSchema,
  adminUsersQuerySchema,
  openOrdersSchema,
} from '../../../shared/accounts/schema.ts'
import { userListMessages } from '../../../shared/accounts/user-list-messages.ts'
import { reasonSchema } from '../../../shared/audit/schema.ts'
import { LIST_PAGE_SIZE, MAX_MATCHES } from '../../../shared/kernel/list-constants.ts'
import type { Messages } from '../../pages/mail/messages.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { type CsvColumn, type CsvFile, csvFile, csvOptions, sendCsv } from '../../platform/data/csv.ts'
import { pageRange, type Sorting } from '../../platform/data/paging.ts'
import { adminRoutesFor, respondsWith } from '../../platform/http/guards.ts'
import { acting } from '../audit/acting.ts'
import {
  type AccountPlace,
  type AccountRow,
  countAccounts,
  listAccounts,
  listAccountsAfter,
  listAccountsById,
  listMatchingAccounts,
} from './admin-queries.ts'
import type { CountOpenOrders, SuspensionLinks } from './links.ts'
import { isSuspended, reinstateUser, suspendUser } from './suspend-user.ts'

interface AccountsDeps extends SuspensionLinks {
  countOpenOrders: CountOpenOrders
  messages: Pick<Messages, 'queueMail'>
  db: Db
  clock: Clock
  invalidateSessions: (sessionIds: string[]) => void
}

/** The admins' list of accounts: suspending and reinstating them. Only the operator changes roles, with `cli/admin.ts`. */
export const usersAdminRoutes = adminRoutesFor('sellers', (app, deps: AccountsDeps) => {
  const { db, clock, invalidateSessions } = deps
  const params = z.object({ user_id: z.uuid().toLowerCase() })
  const change = (summary: string) => respondsWith(adminUserSchema, { summary, params, body: reasonSchema })

  app.get(
    '/api/admin/users',
    respondsWith(adminUserPageSchema, { summary: 'A page of the accounts', querystring: adminUsersQuerySchema }),
    (request) => listUsers(db, request.query, clock()),
  )

  app.get('/api/admin/users.csv', csvOptions('The accounts as CSV', adminUsersExportSchema), async (request, reply) =>
    sendCsv(reply, 'users.csv', await exportUsers(db, request.query, clock())),
  )

  app.get(
    '/api/admin/users/:user_id/open-orders',
    respondsWith(openOrdersSchema, { summary: 'How many orders of an account are not sent yet', params }),
    (request) => deps.countOpenOrders(db, request.params.user_id),
  )

  app.post('/api/admin/users/:user_id/suspend', change('Suspend an account'), async (request) => {
    const by = acting(request, clock, request.body?.reason)
    const { account, ended } = await suspendUser(deps, by, request.params.user_id)
    invalidateSessions(ended)
    request.log.info({
      event: 'user_suspended',
      admin_id: by.admin_id,
      user_id: account.id,
      sessions_ended: ended.length,
    })
    return toAdminUser(account, by.now)
  })

  app.post('/api/admin/users/:user_id/reinstate', change('Reinstate a suspended account'), async (request) => {
    const by = acting(request, clock, request.body?.reason)
    const account = await reinstateUser(deps, by, request.params.user_id)
    request.log.info({ event: 'user_reinstated', admin_id: by.admin_id, user_id: account.id })
    return toAdminUser(account, by.now)
  })
})

/** Returns a page of accounts, and their number; a search lists and counts at most 10,000. */
async function listUsers(
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

/** Sorted by another column than the date, the list has at most 10,000 accounts, so that no page is slow. */
async function listAll(db: Db, { page, size, sorting }: { page: number; size: number; sorting: Sorting<UserSort> }) {
  const all = await countAccounts(db)
  const total = sorting.sort === USER_SORTS[0] ? all : Math.min(all, MAX_MATCHES)
  const range = pageRange({ total, page, size })
  // The end of a truncated list is not the end of the accounts, so rows are counted from the start.
  const nearer = total === all ? range : { ...range, offset: range.start, fromEnd: false }
  const accounts = range.limit ? await listAccounts(db, nearer, sorting) : []
  return { total, total_is_exact: total === all, accounts }
}

const exportColumns = (): readonly CsvColumn<AdminUser>[] => [
  [userListMessages.userId, ({ user_id }) => user_id],
  [userListMessages.name, ({ name }) => name],
  [userListMessages.email, ({ email }) => email ?? ''],
  [userListMessages.role, ({ role }) => accountMessages.roles[role]],
  [userListMessages.created, ({ created_at }) => created_at, 'time'],
  [userListMessages.lastSignIn, ({ last_sign_in_at }) => last_sign_in_at ?? '', 'time'],
  [userListMessages.state, ({ state }) => (state === 'active' ? userListMessages.active : userListMessages.suspended)],
]

/** Returns a file of all accounts of the list, oldest first; without their count when a search has too many. */
async function exportUsers(db: Db, { q = '', role }: AdminUsersExport, now: Date): Promise<CsvFile> {
  const search = { text: q, role }
  const usersOf = (accounts: AccountRow[]) => accounts.map((account) => toAdminUser(account, now))
  const byId = await listAccountsById(db, search)
  let place: AccountPlace | undefined
  const { total, total_is_exact } = await listUsers(db, { q, role, page_size: 1 }, now)
  return csvFile(exportColumns(), {
    total: total_is_exact ? total : undefined,
    first: 0,
    async read(from, size) {
      if (byId.length) return from ? undefined : { rows: usersOf(byId), next: 1 }
      const read = await listAccountsAfter(db, search, place, size)
      if (!read) return undefined
      place = read.last
      return { rows: usersOf(read.accounts), next: from + size }
    },
  })
}

function toAdminUser(account: AccountRow, now: Date): AdminUser {
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
