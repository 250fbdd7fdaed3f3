import type { Db } from '../../../db/tables.ts'
import {
  actionParamsSchema,
  activityFilterSchema,
  activityPageSchema,
  activityQuerySchema,
  activitySchema,
  failedTasksSchema,
  taskParamsSchema,
} from '../../../shared/audit/schema.ts'
import { csvOptions, sendCsv } from '../../platform/data/csv.ts'
import { respondsWith, routesFor } from '../../platform/http/guards.ts'
import { listFailed, retryFailed } from './failed-tasks.ts'
import { exportActivity, listActivity, readActivity } from './list-activity.ts'

export const activityAdminRoutes = routesFor(['admin'], (app, { db }: { db: Db }) => {
  app.get(
    '/api/admin/activity',
    respondsWith(activityPageSchema, { summary: 'A page of what admins did', querystring: activityQuerySchema }),
    (request) => listActivity(db, request.query),
  )

  app.get(
    '/api/admin/activity/:action_number',
    respondsWith(activitySchema, { summary: 'One thing that an admin did', params: actionParamsSchema }),
    (request) => readActivity(db, request.params.action_number),
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
      await retryFailed(db, request.params.task_number)
      return reply.code(204).send()
    },
  )
})
