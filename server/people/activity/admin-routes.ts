import type { Db } from '../../../db/tables.ts'
import { hasRight } from '../../../shared/accounts/rights.ts'
import { activityErrors } from '../../../shared/audit/errors.ts'
import {
  actionParamsSchema,
  activityFilterSchema,
  activityPageSchema,
  activityQuerySchema,
  activitySchema,
  type FailedTasks,
  failedTasksSchema,
  taskParamsSchema,
} from '../../../shared/audit/schema.ts'
import { csvOptions, sendCsv } from '../../platform/data/csv.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { adminRoutesFor, callerOf, respondsWith } from '../../platform/http/guards.ts'
import { listFailedTasks, retryTask } from '../../platform/jobs/queries.ts'
import { exportActivity, listActivity, readActivity } from './list-activity.ts'

export const activityAdminRoutes = adminRoutesFor('settings', (app, { db }: { db: Db }) => {
  app.get(
    '/api/admin/activity',
    respondsWith(activityPageSchema, { summary: 'A page of what admins did', querystring: activityQuerySchema }),
    (request) => listActivity(db, request.query),
  )

  app.get(
    '/api/admin/activity/:action_number',
    respondsWith(activitySchema, { summary: 'One thing that an admin did', params: actionParamsSchema }),
    (request) =>
      readActivity(db, request.params.action_number, { isOwner: hasRight(callerOf(request).rights, 'owner') }),
  )

  app.get(
    '/api/admin/activity.csv',
    csvOptions('What admins did as CSV', activityFilterSchema),
    async (request, reply) => sendCsv(reply, 'activity.csv', await exportActivity(db, request.query)),
  )

  app.get(
    '/api/admin/tasks',
    respondsWith(failedTasksSchema, { summary: 'Tasks of the server that have failed for good' }),
    () => listFailed(db),
  )

  app.post(
    '/api/admin/tasks/:task_number/retry',
    { schema: { summary: 'Lets a failed task be tried again', params: taskParamsSchema } },
    async (request, reply) => {
      const { task_number } = request.params
      // The task is done, or running.
      if (!(await retryTask(db, task_number))) throw errorsOf(activityErrors)('task_not_found')
      request.log.info({ event: 'task_retried', admin_id: callerOf(request).user_id, task_number })
      return reply.code(204).send()
    },
  )
})

const SHOWN = 20
const MAX_FAILURE_LENGTH = 300

async function listFailed(db: Db): Promise<FailedTasks> {
  const failed = await listFailedTasks(db, SHOWN + 1)
  return {
    tasks: failed.slice(0, SHOWN).map(({ id, task, key, attempts, created_at, last_error }) => ({
      task_number: id,
      task,
      subject: key,
      attempts,
      created_at: created_at.toISOString(),
      failure: (last_error ?? '').slice(0, MAX_FAILURE_LENGTH),
    })),
    is_more: failed.length > SHOWN,
  }
}
