import { activityRefusals, auditMessages } from '../../../shared/audit/messages.ts'
import type { Activity } from '../../../shared/audit/schema.ts'
import { uiMessages, unexpectedErrorMessage } from '../../../shared/kernel/messages.ts'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { DetailPanel, type Details, Fact, Facts } from '../../ui/list/detail-panel.tsx'
import { LocalDate } from '../../ui/local-date.tsx'
import { AdminLink, changeText, TargetLink } from './activity-texts.tsx'
import { useGetActionQuery } from './admin-api.ts'

/** All about one thing that an admin did. */
export function ActivityPanel({ entry, details }: { entry: string; details: Details }) {
  const { data, error, isFetching, refetch } = useGetActionQuery(entry)
  const heading = data
    ? auditMessages.actionHeading(auditMessages.actions[data.action], data.target_name ?? data.target)
    : auditMessages.action
  return (
    <DetailPanel heading={heading} closeLabel={auditMessages.closeAction} details={details}>
      {error ? (
        <div role="alert" className="grid justify-items-start gap-3">
          <p className="text-danger wrap-anywhere">{failureText(error, activityRefusals, unexpectedErrorMessage)}</p>
          <Button variant="secondary" busy={isFetching} onClick={refetch}>
            {uiMessages.retry}
          </Button>
        </div>
      ) : data ? (
        <ActionFacts activity={data} />
      ) : (
        <p role="status" className="min-h-64 text-muted">
          {auditMessages.actionLoading}
        </p>
      )}
    </DetailPanel>
  )
}

function ActionFacts({ activity }: { activity: Activity }) {
  return (
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
      <Fact term={auditMessages.change}>{changeText(activity.from, activity.to)}</Fact>
      <Fact term={auditMessages.reasonColumn}>
        {activity.reason ?? <span className="text-muted">{auditMessages.noReason}</span>}
      </Fact>
    </Facts>
  )
}
