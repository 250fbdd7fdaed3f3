import { ACTIVITY_SORTS, type ActivitySort, ADMIN_ACTIONS } from '../../../shared/audit/constants.ts'
import { activityErrors } from '../../../shared/audit/errors.ts'
import { activityListTexts, auditMessages, failedTaskMessages } from '../../../shared/audit/messages.ts'
import type { Activity, FailedTask } from '../../../shared/audit/schema.ts'
import { timeZone } from '../../../shared/kernel/locale.ts'
import { failureText } from '../../api/failure-text.ts'
import { ExportButton } from '../../session/export-button.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { optionsFor } from '../../ui/form/fields.tsx'
import { DetailPanel, type Details, Fact, Facts, PanelContent, useDetails } from '../../ui/list/detail-panel.tsx'
import { FilterDay, FilterFields, FilterSelect, ListSearch } from '../../ui/list/filter-fields.tsx'
import { listQuery, useListAddress } from '../../ui/list/list-address.ts'
import { ListPage } from '../../ui/list/list-frame.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import type { Column } from '../../ui/list/row-list.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { passFocusOn } from '../../ui/page.tsx'
import { LocalDate, TwoLines } from '../../ui/values.tsx'
import { AdminLink, actionHeading, changeText, SettingsDifference, TargetLink } from './activity-texts.tsx'
import { activityApi } from './admin-api.ts'

const ACTIONS = optionsFor(auditMessages.anyAction, ADMIN_ACTIONS, auditMessages.actions)

const COLUMNS: readonly Column<Activity, ActivitySort>[] = [
  {
    text: auditMessages.time,
    cell: ({ created_at }) => (
      <span className="font-normal xl:whitespace-nowrap">
        <LocalDate at={created_at} precise />
      </span>
    ),
    inCard: 'unnamed',
    sortedBy: { sort: 'time', first: 'desc' },
  },
  {
    text: auditMessages.admin,
    cell: (activity) => <AdminLink activity={activity} />,
    inCard: 'unnamed',
    sortedBy: { sort: 'admin', first: 'asc' },
  },
  {
    text: auditMessages.action,
    cell: (activity) => <TwoLines first={auditMessages.actions[activity.action]} second={changeText(activity)} />,
    namesRow: true,
    sortedBy: { sort: 'action', first: 'asc' },
  },
  {
    text: auditMessages.target,
    cell: (activity) => <TargetLink activity={activity} />,
    inCard: 'aside',
    sortedBy: { sort: 'target', first: 'asc' },
  },
  {
    text: auditMessages.reasonColumn,
    from: 'xl',
    cell: ({ reason }) =>
      reason && (
        <span title={reason} className="line-clamp-2 wrap-anywhere xl:min-w-40">
          {reason}
        </span>
      ),
  },
]

/** The log of admin actions, with search, filters and export; `?entry=` is the number of the open entry. */
export function AdminActivityPage() {
  const address = useListAddress('/admin/activity', ACTIVITY_SORTS, ['action', 'from', 'to'], 'desc')
  const details = useDetails(address, 'entry')
  const result = activityApi.useGetActivityQuery(listQuery(address), { refetchOnMountOrArgChange: true })
  return (
    <ListPage title={auditMessages.activity} aside={<ExportButton of="admin" file="activity.csv" address={address} />}>
      <FailedTasks />
      <div className="flex flex-wrap items-end gap-3">
        <ListSearch placeholder={activityListTexts.search} address={address} />
        <FilterFields address={address} areMany>
          <FilterSelect label={auditMessages.action} name="action" address={address} options={ACTIONS} />
          <FilterDay label={auditMessages.fromDay({ zone: timeZone() })} name="from" address={address} />
          <FilterDay label={auditMessages.toDay({ zone: timeZone() })} name="to" address={address} />
        </FilterFields>
      </div>
      <PagedList
        label={auditMessages.activity}
        address={address}
        result={result}
        rowsOf={({ activities }) => activities}
        keyOf={({ action_number }) => String(action_number)}
        columns={COLUMNS}
        details={details}
        panel={(id) => <ActivityPanel entry={id} details={details} />}
        texts={activityListTexts}
        failure={() => auditMessages.activityFailed}
        nothingYet={{
          title: auditMessages.nothingYet,
          text: auditMessages.nothingYetText,
          action: (
            <ButtonLink to="/admin/products" variant="secondary">
              {auditMessages.toProducts}
            </ButtonLink>
          ),
        }}
      />
    </ListPage>
  )
}

function ActivityPanel({ entry, details }: { entry: string; details: Details }) {
  const result = activityApi.useGetActionQuery(entry)
  const { data } = result
  const heading = data ? actionHeading(data) : auditMessages.action
  return (
    <DetailPanel heading={heading} closeLabel={auditMessages.closeAction} details={details}>
      <PanelContent result={result} failure={(error) => failureText(error, activityErrors)}>
        {(activity) => <ActionFacts activity={activity} />}
      </PanelContent>
    </DetailPanel>
  )
}

function ActionFacts({ activity }: { activity: Activity }) {
  return (
    <>
      <Facts>
        <Fact term={auditMessages.time}>
          <LocalDate at={activity.created_at} precise />
        </Fact>
        <Fact term={auditMessages.admin}>
          <AdminLink activity={activity} />
        </Fact>
        <Fact term={auditMessages.target}>
          <TargetLink activity={activity} />
        </Fact>
        <Fact term={auditMessages.change}>{changeText(activity)}</Fact>
        <Fact term={auditMessages.reasonColumn}>
          {activity.reason ?? <span className="text-muted">{auditMessages.noReason}</span>}
        </Fact>
      </Facts>
      {activity.difference && <SettingsDifference {...activity.difference} />}
    </>
  )
}

function FailedTasks() {
  const { data, error, refetch } = activityApi.useGetFailedTasksQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!data && error) return <FailureNote text={failedTaskMessages.loadFailed} onRetry={refetch} className="mb-6" />
  if (!data?.tasks.length) return null
  return (
    <section aria-labelledby="failed-tasks" className="mb-6 rounded-picture border border-line p-4">
      <h2 id="failed-tasks" className="display text-lg">
        {failedTaskMessages.heading}
      </h2>
      <p className="mb-3 text-muted">{failedTaskMessages.text}</p>
      <ul className="grid gap-3">
        {data.tasks.map((task) => (
          <FailedTaskItem key={task.task_number} task={task} />
        ))}
      </ul>
      {data.is_more && <p className="mt-3 text-muted">{failedTaskMessages.more}</p>}
    </section>
  )
}

function FailedTaskItem({ task }: { task: FailedTask }) {
  const [retry, { isLoading, error }] = activityApi.useRetryTaskMutation()
  const name = task.subject ? `${task.task} ${task.subject}` : task.task
  async function press() {
    const { error: failure } = await retry(task.task_number)
    if (!failure) showSuccess(failedTaskMessages.tryingAgain)
  }
  return (
    <li ref={passFocusOn} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
      <span className="min-w-0 wrap-anywhere">
        <span className="font-mono text-sm">{name}</span>
        <span className="block text-muted">
          <LocalDate at={task.created_at} precise /> · {failedTaskMessages.attempts({ count: task.attempts })} ·{' '}
          {task.failure}
        </span>
        <FailureNote text={error && failureText(error, activityErrors, failedTaskMessages.tryAgainFailed)} />
      </span>
      <Button
        size="small"
        variant="secondary"
        busy={isLoading}
        onClick={press}
        aria-label={failedTaskMessages.tryAgainOf({ task: name })}
      >
        {failedTaskMessages.tryAgain}
      </Button>
    </li>
  )
}
