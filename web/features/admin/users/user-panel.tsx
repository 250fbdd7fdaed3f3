import { userErrors } from '../../../../shared/accounts/errors.ts'
import { accountMessages } from '../../../../shared/accounts/messages.ts'
import type { AdminUser } from '../../../../shared/accounts/schema.ts'
import { userListMessages } from '../../../../shared/accounts/user-list-messages.ts'
import { auditMessages } from '../../../../shared/audit/messages.ts'
import { failureText } from '../../../api/failure-text.ts'
import { useCan } from '../../../session/use-rights.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ShortId } from '../../../ui/copy-button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { DetailPanel, type Details, Fact, Facts, PanelContent } from '../../../ui/list/detail-panel.tsx'
import { Avatar } from '../../../ui/pictures/avatar.tsx'
import { EmailAddress, LocalDate, StateDot } from '../../../ui/values.tsx'
import { changeText } from '../activity-texts.tsx'
import { activityApi, usersApi } from '../admin-api.ts'

const ACTIVITY_SHOWN = 5

/** The details of one account, with links to its lists and its latest activity. */
export function UserPanel({ userId, details }: { userId: string; details: Details }) {
  const result = usersApi.useGetAdminUsersQuery({ q: userId }, { refetchOnMountOrArgChange: true })
  const user = result.data?.users.find(({ user_id }) => user_id === userId.toLowerCase())
  return (
    <DetailPanel
      heading={user?.name ?? userListMessages.details}
      closeLabel={userListMessages.closeUser}
      details={details}
    >
      <PanelContent result={result} failure={(error) => failureText(error, userErrors)}>
        {() => (user ? <UserFacts user={user} /> : <p role="alert">{userListMessages.userNotFound}</p>)}
      </PanelContent>
    </DetailPanel>
  )
}

function UserFacts({ user }: { user: AdminUser }) {
  const can = useCan()
  const id = encodeURIComponent(user.user_id)
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Avatar src={user.avatar_url} size={56} />
        <UserState state={user.state} />
      </div>
      <Facts>
        <Fact term={userListMessages.email}>{user.email && <EmailAddress email={user.email} />}</Fact>
        <Fact term={userListMessages.role}>{accountMessages.roles[user.role]}</Fact>
        <Fact term={userListMessages.userId}>
          <ShortId id={user.user_id} />
        </Fact>
        <Fact term={userListMessages.created}>
          <LocalDate at={user.created_at} precise />
        </Fact>
        <Fact term={userListMessages.lastSignIn}>
          {user.last_sign_in_at ? <LocalDate at={user.last_sign_in_at} precise /> : userListMessages.never}
        </Fact>
      </Facts>
      <div className="flex flex-wrap gap-2">
        {user.role === 'seller' && can('products') && (
          <ButtonLink variant="secondary" size="small" to={`/admin/products?seller=${id}`}>
            {userListMessages.products}
          </ButtonLink>
        )}
        {can('orders') && (
          <ButtonLink variant="secondary" size="small" to={`/admin/orders?buyer=${id}`}>
            {userListMessages.orders}
          </ButtonLink>
        )}
        {can('settings') && (
          <ButtonLink variant="secondary" size="small" to={`/admin/activity?q=${id}`}>
            {userListMessages.activity}
          </ButtonLink>
        )}
      </div>
      {can('settings') && <LatestActivity userId={user.user_id} />}
    </div>
  )
}

function LatestActivity({ userId }: { userId: string }) {
  const query = { q: userId, page_size: ACTIVITY_SHOWN }
  const { data, error, refetch } = activityApi.useGetActivityQuery(query, { refetchOnMountOrArgChange: true })
  return (
    <div className="min-h-32">
      <h3 className="mb-2 font-bold">{userListMessages.latestActivity}</h3>
      <FailureNote text={error ? auditMessages.activityFailed : null} onRetry={refetch} />
      {data?.total === 0 && <p className="text-muted">{userListMessages.noActivity}</p>}
      <ol aria-label={userListMessages.latestActivity} className="grid gap-2">
        {data?.activities.map(({ action_number, action, target, target_name, from, to, reason, created_at }) => (
          <li key={action_number} className="flex flex-wrap justify-between gap-x-4 text-sm">
            <span className="min-w-0 wrap-anywhere">
              {target === userId
                ? auditMessages.actions[action]
                : auditMessages.actionHeading({ action: auditMessages.actions[action], target: target_name ?? target })}
            </span>
            <span className="text-muted">
              <LocalDate at={created_at} precise />
            </span>
            <span className="w-full text-muted wrap-anywhere">{reason ?? changeText({ action, from, to })}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The state of an account as a dot and a word. */
export function UserState({ state }: Pick<AdminUser, 'state'>) {
  return state === 'suspended' ? (
    <StateDot tone="danger">{userListMessages.suspended}</StateDot>
  ) : (
    <StateDot tone="good">{userListMessages.active}</StateDot>
  )
}
