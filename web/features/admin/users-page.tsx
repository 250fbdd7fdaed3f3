import { ROLES, USER_SORTS, type UserSort } from '../../../shared/accounts/constants.ts'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import type { AdminUser } from '../../../shared/accounts/schema.ts'
import { userListMessages, userListTexts } from '../../../shared/accounts/user-list-messages.ts'
import { formatMinute } from '../../../shared/kernel/locale.ts'
import { Ellipsis } from '../../ui/area-icons.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { useColumnsBeside, useDetails, WithDetails } from '../../ui/list/detail-panel.tsx'
import { FilterSelect } from '../../ui/list/filter-field.tsx'
import { FilterFields } from '../../ui/list/filter-fields.tsx'
import { listQuery, useListAddress } from '../../ui/list/list-address.ts'
import { ListFrame } from '../../ui/list/list-frame.tsx'
import { ListSearch } from '../../ui/list/list-search.tsx'
import { type Column, RowList } from '../../ui/list/row-list.tsx'
import { LocalDate } from '../../ui/local-date.tsx'
import { Menu, MenuItem, MenuLink } from '../../ui/menu.tsx'
import { Page } from '../../ui/page.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { useGetAdminUsersQuery } from './admin-api.ts'
import { SuspensionButton } from './suspension-button.tsx'
import { useSuspensions } from './use-suspensions.tsx'
import { UserPanel, UserState } from './user-panel.tsx'

const COLUMNS: readonly Column<AdminUser, UserSort>[] = [
  {
    text: userListMessages.name,
    cell: ({ name, user_id, avatar_url }) => (
      <span className="flex items-center gap-2.5 sm:min-w-64">
        <Avatar src={avatar_url} size={28} />
        <span title={name} className="line-clamp-1 wrap-anywhere">
          {name}
        </span>
        <span className="ml-auto font-normal text-muted">
          <ShortId id={user_id} />
        </span>
      </span>
    ),
    inCardHead: true,
    sortedBy: { sort: 'name', first: 'asc' },
  },
  {
    text: userListMessages.email,
    cell: ({ email }) => (
      <span title={email ?? undefined} className="block max-w-40 truncate">
        {email ?? '–'}
      </span>
    ),
    besideDetails: false,
    sortedBy: { sort: 'email', first: 'asc' },
  },
  {
    text: userListMessages.role,
    cell: ({ role }) => accountMessages.roles[role],
    sortedBy: { sort: 'role', first: 'asc' },
  },
  {
    text: userListMessages.created,
    cell: ({ created_at }) => <LocalDate at={created_at} />,
    isShort: true,
    besideDetails: false,
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
    isShort: true,
    besideDetails: false,
    sortedBy: { sort: 'last_sign_in', first: 'desc' },
  },
  {
    text: userListMessages.state,
    cell: ({ state }) => <UserState state={state} />,
    sortedBy: { sort: 'state', first: 'desc' },
  },
]

const ROLE_OPTIONS = [
  { value: '', text: userListMessages.anyRole },
  ...ROLES.map((role) => ({ value: role, text: accountMessages.roles[role] })),
]

/** All accounts, with search, a filter by role, suspension and reinstatement; `?user=` is the id of the one shown beside or below the list. */
export function AdminUsersPage() {
  const address = useListAddress('/admin/users', USER_SORTS, ['role'], 'desc')
  const details = useDetails(address, 'user')
  const columns = useColumnsBeside(COLUMNS, details)
  const suspensions = useSuspensions()
  const result = useGetAdminUsersQuery(listQuery(address), { refetchOnMountOrArgChange: true })
  return (
    <Page title={userListMessages.users} personal>
      <div className="flex flex-wrap items-end gap-3">
        <ListSearch placeholder={userListTexts.search} address={address} />
        <FilterFields address={address}>
          <FilterSelect label={userListMessages.role} name="role" address={address} options={ROLE_OPTIONS} />
        </FilterFields>
      </div>
      <WithDetails
        panel={details.shown !== null && <UserPanel key={details.shown} userId={details.shown} details={details} />}
      >
        <ListFrame address={address} result={result} texts={userListTexts} failure={() => userListMessages.usersFailed}>
          {({ users }) => (
            <RowList
              label={userListMessages.users}
              rows={users}
              keyOf={({ user_id }) => user_id}
              columns={columns}
              address={address}
              cardHead={(user) => <CardHead user={user} />}
              onOpen={({ user_id }) => details.open(user_id)}
              isOpen={({ user_id }) => user_id === details.shown}
              actions={(user) => (
                <>
                  <SuspensionButton user={user} suspensions={suspensions} />
                  <UserMenu user={user} onOpen={() => details.open(user.user_id)} />
                </>
              )}
              failureOf={({ user_id }) => suspensions.failureOf(user_id)}
            />
          )}
        </ListFrame>
      </WithDetails>
      {suspensions.dialog}
    </Page>
  )
}

function CardHead({ user: { name, user_id, avatar_url } }: { user: AdminUser }) {
  return (
    <div className="flex items-center gap-3">
      <Avatar src={avatar_url} size={36} />
      <div className="min-w-0">
        <p title={name} className="line-clamp-2 font-medium wrap-anywhere">
          {name}
        </p>
        <p className="text-muted">
          <ShortId id={user_id} />
        </p>
      </div>
    </div>
  )
}

/** Leads to what an account has and did. */
function UserMenu({ user: { user_id, name, role }, onOpen }: { user: AdminUser; onOpen: () => void }) {
  const id = encodeURIComponent(user_id)
  return (
    <Menu
      label={userListMessages.moreAbout(name)}
      trigger={
        <span className="inline-grid size-8 place-items-center rounded-field hover:bg-tint-strong">
          <Ellipsis aria-hidden className="size-4.5" />
        </span>
      }
    >
      <MenuItem onSelect={onOpen}>{userListMessages.details}</MenuItem>
      {role === 'seller' && <MenuLink to={`/admin/products?seller=${id}`}>{userListMessages.products}</MenuLink>}
      <MenuLink to={`/admin/orders?buyer=${id}`}>{userListMessages.orders}</MenuLink>
      <MenuLink to={`/admin/activity?q=${id}`}>{userListMessages.activity}</MenuLink>
    </Menu>
  )
}
