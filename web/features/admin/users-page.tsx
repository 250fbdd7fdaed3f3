import { useSearchParams } from 'react-router'
import { adminMessages } from '../../../shared/admin/messages.ts'
import type { AdminUser } from '../../../shared/admin/schema.ts'
import { pathWith, readPage, readSearch } from '../../ui/list-address.ts'
import { LocalDate } from '../../ui/local-date.tsx'
import { Page } from '../../ui/page.tsx'
import { type Column, RowList } from '../../ui/row-list.tsx'
import { useGetAdminUsersQuery } from './admin-api.ts'
import { ListFrame } from './list-frame.tsx'
import { LiveSearch } from './live-search.tsx'
import { SuspensionButton } from './suspension-button.tsx'

const hrefOf = (q: string, page = 1) => pathWith('/admin/users', { q, page: page > 1 ? String(page) : '' })

const ROLE_LABELS = { admin: 'Admin', seller: 'Seller', buyer: 'Buyer' } as const

const COLUMNS: [Column<AdminUser>, ...Column<AdminUser>[]] = [
  {
    text: 'Name',
    cell: ({ name }) => (
      <span title={name} className="line-clamp-2 wrap-anywhere sm:min-w-32">
        {name}
      </span>
    ),
  },
  { text: 'E-mail', cell: ({ email }) => <span className="block wrap-anywhere sm:min-w-52">{email ?? '–'}</span> },
  { text: 'Role', cell: ({ role }) => ROLE_LABELS[role] },
  { text: 'Created', cell: ({ created_at }) => <LocalDate at={created_at} />, isShort: true },
  {
    text: 'Last sign-in',
    cell: ({ last_sign_in_at }) => (
      <span className="block sm:min-w-32">
        {last_sign_in_at ? <LocalDate at={last_sign_in_at} precise /> : 'Never'}
      </span>
    ),
  },
  {
    text: 'State',
    cell: ({ state }) =>
      state === 'suspended' ? (
        <span className="inline-flex rounded-full bg-danger-tint px-2.5 py-0.5 text-sm font-semibold text-danger">
          Suspended
        </span>
      ) : (
        <span className="inline-flex rounded-full bg-good-tint px-2.5 py-0.5 text-sm font-semibold text-good">
          Active
        </span>
      ),
  },
]

/** Everybody's accounts: found by name or e-mail address, suspended and reinstated. */
export function AdminUsersPage() {
  const [query] = useSearchParams()
  const list = { q: readSearch(query), page: readPage(query) }
  const { data, error, isFetching, refetch } = useGetAdminUsersQuery(list, { refetchOnMountOrArgChange: true })
  return (
    <Page title="Users" personal>
      <LiveSearch placeholder={adminMessages.searchUsers} text={list.q} hrefOf={(q) => hrefOf(q)} />
      <ListFrame
        noun={['user', 'users']}
        data={data}
        failure={error ? adminMessages.usersFailed : null}
        fetching={isFetching}
        onRetry={refetch}
        empty="No users found"
        hrefOf={(page) => hrefOf(list.q, page)}
      >
        <RowList
          label="Users"
          rows={data?.users ?? []}
          keyOf={({ user_id }) => user_id}
          columns={COLUMNS}
          actions={(user) => <SuspensionButton user={user} />}
        />
      </ListFrame>
    </Page>
  )
}
