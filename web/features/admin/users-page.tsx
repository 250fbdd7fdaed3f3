import { accountMessages } from '../../../shared/accounts/messages.ts'
import type { AdminUser } from '../../../shared/accounts/schema.ts'
import { userListMessages, userListTexts } from '../../../shared/accounts/user-list-messages.ts'
import { EmailAddress } from '../../ui/email-address.tsx'
import { listQuery, useListAddress } from '../../ui/list/list-address.ts'
import { ListFrame } from '../../ui/list/list-frame.tsx'
import { ListSearch } from '../../ui/list/list-search.tsx'
import { type Column, RowList } from '../../ui/list/row-list.tsx'
import { LocalDate } from '../../ui/local-date.tsx'
import { Page } from '../../ui/page.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { useGetAdminUsersQuery } from './admin-api.ts'
import { SuspensionButton } from './suspension-button.tsx'
import { useSuspensions } from './use-suspensions.tsx'

const COLUMNS: readonly Column<AdminUser>[] = [
  {
    text: userListMessages.name,
    cell: ({ name, user_id }) => (
      <span className="block sm:min-w-32">
        <span title={name} className="line-clamp-2 wrap-anywhere">
          {name}
        </span>
        <span className="font-normal text-muted">
          <ShortId id={user_id} />
        </span>
      </span>
    ),
  },
  {
    text: userListMessages.email,
    cell: ({ email }) => <span className="block sm:min-w-52">{email ? <EmailAddress email={email} /> : '–'}</span>,
  },
  { text: userListMessages.role, cell: ({ role }) => accountMessages.roles[role] },
  { text: userListMessages.created, cell: ({ created_at }) => <LocalDate at={created_at} />, isShort: true },
  {
    text: userListMessages.lastSignIn,
    cell: ({ last_sign_in_at }) => (
      <span className="block sm:min-w-32">
        {last_sign_in_at ? <LocalDate at={last_sign_in_at} precise /> : userListMessages.never}
      </span>
    ),
  },
  {
    text: userListMessages.state,
    cell: ({ state }) =>
      state === 'suspended' ? (
        <span className="inline-flex rounded-full bg-danger-tint px-2.5 py-0.5 text-sm font-semibold text-danger">
          {userListMessages.suspended}
        </span>
      ) : (
        <span className="inline-flex rounded-full bg-good-tint px-2.5 py-0.5 text-sm font-semibold text-good">
          {userListMessages.active}
        </span>
      ),
  },
]

/** All accounts, with search, suspension and reinstatement. */
export function AdminUsersPage() {
  const address = useListAddress('/admin/users')
  const suspensions = useSuspensions()
  const result = useGetAdminUsersQuery(listQuery(address), { refetchOnMountOrArgChange: true })
  return (
    <Page title={userListMessages.users} personal>
      <ListSearch placeholder={userListTexts.search} address={address} />
      <ListFrame address={address} result={result} texts={userListTexts} failure={() => userListMessages.usersFailed}>
        {({ users }) => (
          <RowList
            label={userListMessages.users}
            rows={users}
            keyOf={({ user_id }) => user_id}
            columns={COLUMNS}
            actions={(user) => <SuspensionButton user={user} suspensions={suspensions} />}
            failureOf={({ user_id }) => suspensions.failureOf(user_id)}
          />
        )}
      </ListFrame>
      {suspensions.dialog}
    </Page>
  )
}
