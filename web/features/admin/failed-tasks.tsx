import { activityErrors } from '../../../shared/audit/errors.ts'
import { failedTaskMessages } from '../../../shared/audit/messages.ts'
import type { FailedTask } from '../../../shared/audit/schema.ts'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { useGetFailedTasksQuery, useRetryTaskMutation } from './admin-api.ts'

/** Tasks that failed for good, each with a button to retry it. Renders nothing without any. */
export function FailedTasks() {
  const { data } = useGetFailedTasksQuery(undefined, { refetchOnMountOrArgChange: true })
  if (!data?.tasks.length) return null
  return (
    <section aria-labelledby="failed-tasks" className="mb-6 rounded-md border border-line p-4">
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
  const [retry, { isLoading, error }] = useRetryTaskMutation()
  const name = task.subject ? `${task.task} ${task.subject}` : task.task
  async function press() {
    const { error: failure } = await retry(task.task_number)
    if (!failure) showSuccess(failedTaskMessages.tryingAgain)
  }
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
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
