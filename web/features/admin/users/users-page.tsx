import { useRef, useState } from 'react'
import { ROLES, USER_SORTS, type UserSort } from '../../../../shared/accounts/constants.ts'
import { userErrors } from '../../../../shared/accounts/errors.ts'
import { accountMessages } from '../../../../shared/accounts/messages.ts'
import type { AdminUser, OpenOrders } from '../../../../shared/accounts/schema.ts'
import { userListMessages, userListTexts } from '../../../../shared/accounts/user-list-messages.ts'
import { auditMessages } from '../../../../shared/audit/messages.ts'
import { formatMinute } from '../../../../shared/kernel/locale.ts'
import { ExportButton } from '../../../session/export-button.tsx'
import { useCalls } from '../../../session/use-calls.ts'
import { useCan } from '../../../session/use-rights.ts'
import { useSession } from '../../../session/use-session.ts'
import { optionsFor } from '../../../ui/form/fields.tsx'
import { useDetails } from '../../../ui/list/detail-panel.tsx'
import { FilterFields, FilterSelect, ListSearch } from '../../../ui/list/filter-fields.tsx'
import { listQuery, useListAddress } from '../../../ui/list/list-address.ts'
import { ListPage } from '../../../ui/list/list-frame.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import type { Column } from '../../../ui/list/row-list.tsx'
import { RowMenu } from '../../../ui/list/row-menu.tsx'
import { MenuItem, MenuLink } from '../../../ui/overlay/menu.tsx'
import { Avatar } from '../../../ui/pictures/avatar.tsx'
import { LocalDate } from '../../../ui/values.tsx'
import { usersApi } from '../admin-api.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
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
      <span
        title={email ?? undefined}
        dir="ltr"
        className="block truncate max-md:min-w-64 md:max-w-56 xl:max-w-72 beside:max-w-64"
      >
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
  const result = usersApi.useGetAdminUsersQuery(listQuery(address), { refetchOnMountOrArgChange: true })
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
      <PagedList
        hasDays
        label={userListMessages.users}
        address={address}
        result={result}
        rowsOf={({ users }) => users}
        keyOf={({ user_id }) => user_id}
        columns={COLUMNS}
        details={details}
        panel={(id) => <UserPanel userId={id} details={details} />}
        menu={(user) => <UserMenu user={user} suspensions={suspensions} onOpen={() => details.open(user.user_id)} />}
        failureOf={({ user_id }) => suspensions.failureOf(user_id)}
        texts={userListTexts}
        failure={() => userListMessages.usersFailed}
      />
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
  suspensions: ReturnType<typeof useSuspensions>
  onOpen: () => void
}

function UserMenu({ user, suspensions, onOpen }: UserMenuProps) {
  const { user_id, name, role, state } = user
  const id = encodeURIComponent(user_id)
  const can = useCan()
  const isOwn = useSession().userId === user_id
  return (
    <RowMenu name={name}>
      <MenuItem onSelect={onOpen}>{userListMessages.details}</MenuItem>
      {!isOwn && state === 'suspended' && (
        <MenuItem onSelect={() => suspensions.reinstate(user)}>{userListMessages.reinstate}</MenuItem>
      )}
      {!isOwn && state !== 'suspended' && (
        <MenuItem onSelect={() => suspensions.ask(user)}>{userListMessages.suspend}</MenuItem>
      )}
      {role === 'seller' && can('products') && (
        <MenuLink to={`/admin/products?seller=${id}`}>{userListMessages.products}</MenuLink>
      )}
      {can('orders') && <MenuLink to={`/admin/orders?buyer=${id}`}>{userListMessages.orders}</MenuLink>}
      {can('settings') && <MenuLink to={`/admin/activity?q=${id}`}>{userListMessages.activity}</MenuLink>}
    </RowMenu>
  )
}

function useSuspensions() {
  const [user, setUser] = useState<AdminUser | null>(null)
  const [suspendUser, { isLoading }] = usersApi.useSuspendUserMutation()
  const [reinstateUser] = usersApi.useReinstateUserMutation()
  // Set at once, unlike the state of the request, which needs a render.
  const reinstating = useRef('')
  const { call, noteAt } = useCalls(userErrors)

  function suspend(user_id: string, reason: string): Promise<boolean> {
    const send = () => suspendUser({ user_id, reason }).finally(() => setUser(null))
    return call(user_id, send, {
      done: userListMessages.accountSuspended,
      failed: userListMessages.suspendFailed,
    })
  }

  async function reinstate({ user_id }: AdminUser): Promise<void> {
    if (reinstating.current === user_id) return
    reinstating.current = user_id
    await call(user_id, () => reinstateUser(user_id), {
      done: userListMessages.accountReinstated,
      failed: userListMessages.reinstateFailed,
    })
    reinstating.current = ''
  }

  const { user_id = '', name = '' } = user ?? {}
  const { currentData: open, isError } = usersApi.useGetOpenOrdersQuery(user_id, {
    skip: user === null,
    refetchOnMountOrArgChange: true,
  })
  const noCount = isError ? userListMessages.countFailed : userListMessages.counting
  const openOrders = open ? openOrdersText(open) : noCount
  const dialog = (
    <ReasonDialog
      open={user !== null}
      name={`suspend-${user_id}`}
      title={userListMessages.confirmSuspend}
      text={`${userListMessages.suspendExplained({ name })} ${openOrders}`}
      confirm={userListMessages.suspend}
      hint={auditMessages.reasonMailed}
      busy={isLoading}
      onConfirm={async (reason) => user !== null && suspend(user_id, reason)}
      onCancel={() => setUser(null)}
    />
  )
  return { dialog, ask: setUser, reinstate, failureOf: noteAt }
}

function openOrdersText({ selling, buying }: OpenOrders): string {
  const texts = [
    selling > 0 && userListMessages.openSelling({ count: selling }),
    buying > 0 && userListMessages.openBuying({ count: buying }),
  ]
  return texts.filter((text) => text !== false).join(' ') || userListMessages.noOpenOrders
}
