import type { ReactNode } from 'react'
import { ROLES, USER_SORTS, type UserSort } from '../../../../shared/accounts/constants.ts'
import { accountMessages } from '../../../../shared/accounts/messages.ts'
import type { AdminUser } from '../../../../shared/accounts/schema.ts'
import { userListMessages, userListTexts } from '../../../../shared/accounts/user-list-messages.ts'
import { formatMinute } from '../../../../shared/kernel/locale.ts'
import { ExportButton } from '../../../session/export-button.tsx'
import { useCan } from '../../../session/use-rights.ts'
import { useSession } from '../../../session/use-session.ts'
import { optionsFor } from '../../../ui/form/fields.tsx'
import { useDetails, WithDetails } from '../../../ui/list/detail-panel.tsx'
import { FilterFields, FilterSelect, ListSearch } from '../../../ui/list/filter-fields.tsx'
import { listQuery, useListAddress } from '../../../ui/list/list-address.ts'
import { ListFrame, ListPage } from '../../../ui/list/list-frame.tsx'
import { type Column, RowList } from '../../../ui/list/row-list.tsx'
import { RowMenu } from '../../../ui/list/row-menu.tsx'
import { MenuItem, MenuLink } from '../../../ui/overlay/menu.tsx'
import { Avatar } from '../../../ui/pictures/avatar.tsx'
import { LocalDate } from '../../../ui/values.tsx'
import { useGetAdminUsersQuery } from '../admin-api.ts'
import { SuspensionItem, useSuspensions } from './use-suspensions.tsx'
import { UserPanel, UserState } from './user-panel.tsx'

const COLUMNS: readonly Column<AdminUser, UserSort>[] = [
  {
    text: userListMessages.name,
    cell: (user) => <UserName {...user} />,
    sortedBy: { sort: 'name', first: 'asc' },
  },
  {
    text: userListMessages.email,
    cell: ({ email }) => (
      <span title={email ?? undefined} dir="ltr" className="block truncate max-md:min-w-64 md:max-w-36 xl:max-w-64">
        {email ?? '–'}
      </span>
    ),
    inCard: 'unnamed',
    sortedBy: { sort: 'email', first: 'asc' },
  },
  {
    text: userListMessages.role,
    cell: ({ role }) => accountMessages.roles[role],
    inCard: 'unnamed',
    sortedBy: { sort: 'role', first: 'asc' },
  },
  {
    text: userListMessages.created,
    cell: ({ created_at }) => <LocalDate at={created_at} />,
    inCard: 'unnamed',
    isShort: true,
    from: 'xl',
    sortedBy: { sort: 'created', first: 'desc' },
  },
  {
    text: userListMessages.lastSignIn,
    cell: ({ last_sign_in_at }) =>
      last_sign_in_at ? (
        <span title={formatMinute(last_sign_in_at)}>
          <LocalDate at={last_sign_in_at} />
        </span>
      ) : (
        userListMessages.never
      ),
    inCard: 'not',
    isShort: true,
    from: 'xl',
    sortedBy: { sort: 'last_sign_in', first: 'desc' },
  },
  {
    text: userListMessages.state,
    cell: ({ state }) => <UserState state={state} />,
    inCard: 'unnamed',
    sortedBy: { sort: 'state', first: 'desc' },
  },
]

const ROLE_OPTIONS = optionsFor(userListMessages.anyRole, ROLES, accountMessages.roles)

/** All accounts, with search, a filter by role, suspension and reinstatement; `?user=` is the id of the one shown beside or below the list. */
export function AdminUsersPage() {
  const address = useListAddress('/admin/users', USER_SORTS, ['role'], 'desc')
  const details = useDetails(address, 'user')
  const suspensions = useSuspensions()
  const result = useGetAdminUsersQuery(listQuery(address), { refetchOnMountOrArgChange: true })
  return (
    <ListPage title={userListMessages.users} aside={<ExportButton of="admin" file="users.csv" address={address} />}>
      <div className="flex flex-wrap items-end gap-3">
        <ListSearch placeholder={userListTexts.search} address={address} />
        <FilterFields address={address}>
          <FilterSelect
            label={userListMessages.role}
            labelHidden
            name="role"
            address={address}
            options={ROLE_OPTIONS}
          />
        </FilterFields>
      </div>
      <WithDetails
        panel={details.shown !== null && <UserPanel key={details.shown} userId={details.shown} details={details} />}
      >
        <ListFrame
          hasDays
          address={address}
          result={result}
          texts={userListTexts}
          failure={() => userListMessages.usersFailed}
        >
          {({ users }) => (
            <RowList
              label={userListMessages.users}
              rows={users}
              keyOf={({ user_id }) => user_id}
              columns={COLUMNS}
              address={address}
              details={details}
              menu={(user) => (
                <UserMenu user={user} onOpen={() => details.open(user.user_id)}>
                  <SuspensionItem user={user} suspensions={suspensions} />
                </UserMenu>
              )}
              failureOf={({ user_id }) => suspensions.failureOf(user_id)}
            />
          )}
        </ListFrame>
      </WithDetails>
      {suspensions.dialog}
    </ListPage>
  )
}

function UserName({ name, avatar_url, user_id }: AdminUser) {
  const isOwn = useSession().userId === user_id
  return (
    <span className="flex items-center gap-2.5 md:min-w-32 xl:min-w-40">
      <Avatar src={avatar_url} size={28} />
      <span title={name} className="line-clamp-2 wrap-anywhere">
        {name}
      </span>
      {isOwn && <span className="font-normal text-muted">{userListMessages.you}</span>}
    </span>
  )
}

interface UserMenuProps {
  user: AdminUser
  onOpen: () => void
  children: ReactNode
}

function UserMenu({ user: { user_id, name, role }, onOpen, children }: UserMenuProps) {
  const id = encodeURIComponent(user_id)
  const can = useCan()
  return (
    <RowMenu name={name}>
      <MenuItem onSelect={onOpen}>{userListMessages.details}</MenuItem>
      {children}
      {role === 'seller' && can('products') && (
        <MenuLink to={`/admin/products?seller=${id}`}>{userListMessages.products}</MenuLink>
      )}
      {can('orders') && <MenuLink to={`/admin/orders?buyer=${id}`}>{userListMessages.orders}</MenuLink>}
      {can('settings') && <MenuLink to={`/admin/activity?q=${id}`}>{userListMessages.activity}</MenuLink>}
    </RowMenu>
  )
}
