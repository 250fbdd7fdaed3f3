import { ADMIN_ACTIONS } from '../../../shared/audit/constants.ts'
import { activityListTexts, auditMessages } from '../../../shared/audit/messages.ts'
import type { Activity } from '../../../shared/audit/schema.ts'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { FilterInput, FilterSelect } from '../../ui/list/filter-field.tsx'
import { isNarrowed, type ListAddress, listQuery, useListAddress, wholeList } from '../../ui/list/list-address.ts'
import { ListFrame } from '../../ui/list/list-frame.tsx'
import { ListSearch } from '../../ui/list/list-search.tsx'
import { type Column, RowList } from '../../ui/list/row-list.tsx'
import { LocalDate } from '../../ui/local-date.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { useGetActivityQuery } from './admin-api.ts'
import { ExportButton } from './export-button.tsx'

const ACTIONS = [
  { value: '', text: auditMessages.anyAction },
  ...ADMIN_ACTIONS.map((action) => ({ value: action, text: auditMessages.actions[action] })),
]

const COLUMNS: readonly Column<Activity>[] = [
  {
    text: auditMessages.time,
    cell: ({ created_at }) => (
      <span className="font-normal whitespace-nowrap">
        <LocalDate at={created_at} precise />
      </span>
    ),
  },
  {
    text: auditMessages.admin,
    cell: ({ admin_id, admin_name }) => (
      <TargetLink to={`/admin/users?q=${admin_id}`}>{admin_name || admin_id}</TargetLink>
    ),
  },
  { text: auditMessages.action, cell: ({ action }) => auditMessages.actions[action], isShort: true },
  { text: auditMessages.target, cell: (activity) => <Target activity={activity} /> },
  { text: auditMessages.change, cell: ({ from, to }) => changeOf(from, to) },
  {
    text: auditMessages.reasonColumn,
    cell: ({ reason }) => <span className="block wrap-anywhere sm:min-w-40">{reason ?? '–'}</span>,
  },
]

/** What admins did, newest first, with search, filters and export. */
export function AdminActivityPage() {
  const address = useListAddress('/admin/activity', [], ['action', 'from', 'to'])
  const result = useGetActivityQuery(listQuery(address), { refetchOnMountOrArgChange: true })
  return (
    <Page title={auditMessages.activity} heading="own" personal>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <PageHeading>{auditMessages.activity}</PageHeading>
        <ExportButton file="activity.csv" address={address} />
      </div>
      <ActivityFilters address={address} />
      <ListFrame
        address={address}
        result={result}
        texts={activityListTexts}
        failure={() => auditMessages.activityFailed}
      >
        {({ activities }) => (
          <RowList
            label={auditMessages.activity}
            rows={activities}
            keyOf={({ action_number }) => String(action_number)}
            columns={COLUMNS}
          />
        )}
      </ListFrame>
    </Page>
  )
}

function ActivityFilters({ address }: { address: ListAddress }) {
  return (
    <div className="grid grid-cols-1 items-end gap-3 sm:flex sm:flex-wrap">
      <ListSearch placeholder={activityListTexts.search} address={address} />
      <fieldset className="grid grid-cols-1 items-end gap-3 sm:flex sm:flex-wrap">
        <legend className="sr-only">{listMessages.filters}</legend>
        <FilterSelect label={auditMessages.action} name="action" address={address} options={ACTIONS} />
        <FilterInput label={auditMessages.fromDay} name="from" type="date" address={address} />
        <FilterInput label={auditMessages.toDay} name="to" type="date" address={address} />
        {isNarrowed(address) && (
          <ButtonLink variant="secondary" to={wholeList(address)}>
            {listMessages.clearFilters}
          </ButtonLink>
        )}
      </fieldset>
    </div>
  )
}

function Target({ activity: { target, target_name } }: { activity: Activity }) {
  if (target.startsWith('ORD')) return <TargetLink to={`/admin/orders?track=${target}`}>{target}</TargetLink>
  if (target.startsWith('PRD')) return <TargetLink to={`/admin/products?q=${target}`}>{target}</TargetLink>
  return <TargetLink to={`/admin/users?q=${target}`}>{target_name ?? target}</TargetLink>
}

function TargetLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="block underline underline-offset-2 wrap-anywhere sm:min-w-24">
      {children}
    </Link>
  )
}

function changeOf(from: string | null, to: string | null): string {
  return auditMessages.changed(valueText(from), valueText(to))
}

const VALUES: Readonly<Record<string, string>> = { ...auditMessages.values, ...orderMessages.states }

function valueText(value: string | null): string {
  return value === null ? '–' : (VALUES[value] ?? value)
}
