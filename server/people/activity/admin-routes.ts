import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import { hasRight } from '../../../shared/accounts/rights.ts'
import { ACTIVITY_SORTS } from '../../../shared/audit/constants.ts'
import { activityErrors } from '../../../shared/audit/errors.ts'
import { auditMessages } from '../../../shared/audit/messages.ts'
import {
  type Activity,
  type ActivityFilters,
  type ActivityPage,
  type ActivityQuery,
  actionParamsSchema,
  activityFilterSchema,
  activityPageSchema,
  activityQuerySchema,
  activitySchema,
  type FailedTasks,
  failedTasksSchema,
  taskParamsSchema,
} from '../../../shared/audit/schema.ts'
import { LIST_PAGE_SIZE } from '../../../shared/kernel/list-constants.ts'
import { byNumber, type CsvColumn, type CsvFile, csvFile, csvOptions, sendCsv } from '../../platform/data/csv.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { adminRoutesFor, callerOf, respondsWith } from '../../platform/http/guards.ts'
import { listFailedTasks, retryTask } from '../../platform/jobs/queries.ts'
import { accountNameOf, findAccountIds } from '../accounts/admin-queries.ts'
import { readContacts } from '../accounts/lookup-queries.ts'
import {
  type ActivityConditions,
  type ActivityRow,
  findAction,
  findDifference,
  listActivityBetween,
  listActivity as listRows,
  readLastAction,
} from '../audit/activity-queries.ts'

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

const actionNotFound = () => errorsOf(activityErrors)('action_not_found')

const exportColumns = (): readonly CsvColumn<Activity>[] => [
  [auditMessages.time, ({ created_at }) => created_at, 'time'],
  [auditMessages.headings.adminId, ({ admin_id }) => admin_id],
  [auditMessages.admin, ({ admin_name }) => admin_name],
  [auditMessages.action, ({ action }) => auditMessages.actions[action]],
  [auditMessages.target, ({ target }) => target],
  [auditMessages.headings.from, ({ from }) => from ?? ''],
  [auditMessages.headings.to, ({ to }) => to ?? ''],
  [auditMessages.reasonColumn, ({ reason }) => reason ?? ''],
]

/** Returns a page, from 1, of admins' actions, newest first or sorted by a column; lists and counts at most 10,000. */
async function listActivity(
  db: Db,
  { page = 1, page_size = LIST_PAGE_SIZE, sort = ACTIVITY_SORTS[0], direction = 'desc', ...filters }: ActivityQuery,
): Promise<ActivityPage> {
  const range = {
    offset: (page - 1) * page_size,
    limit: page_size,
    sorting: { sort, direction, nameOf: accountNameOf },
  }
  const { rows, ...found } = await listRows(db, await readConditions(db, filters), range)
  return { activities: await withNames(db, rows), ...found, page, page_size }
}

/** Returns an admin's action; the fields of the mail server only to owners. Throws AppError 404 for an unknown number. */
async function readActivity(db: Db, actionNumber: number, { isOwner }: { isOwner: boolean }): Promise<Activity> {
  const row = await findAction(db, actionNumber)
  const [activity] = row ? await withNames(db, [row]) : []
  if (!activity) throw actionNotFound()
  if (activity.action === 'mail_server' && !isOwner) return activity
  const difference = await findDifference(db, actionNumber)
  return difference ? { ...activity, difference } : activity
}

/** Returns a file of the whole list, newest first. */
async function exportActivity(db: Db, filters: ActivityFilters): Promise<CsvFile> {
  const conditions = await readConditions(db, filters)
  const [last, { total, total_is_exact }] = await Promise.all([
    readLastAction(db),
    listRows(db, conditions, {
      offset: 0,
      limit: 1,
      sorting: { sort: 'time', direction: 'desc', nameOf: accountNameOf },
    }),
  ])
  return csvFile(exportColumns(), {
    total: total_is_exact ? total : undefined,
    first: last,
    read: byNumber(async (range) => withNames(db, await listActivityBetween(db, conditions, range))),
  })
}

async function readConditions(db: Db, { q, action, from, to }: ActivityFilters): Promise<ActivityConditions> {
  return { of: q ? await findIds(db, q) : undefined, action, from, to }
}

/** Returns the ids that a search text may mean: an order, a product, a review, or the accounts that match it. */
async function findIds(db: Db, text: string): Promise<{ targets: string[]; admins: string[] }> {
  if (/^(ORD|PRD|REV)\d+$/i.test(text)) return { targets: [text.toUpperCase()], admins: [] }
  // A text that matches too many accounts identifies none.
  const accounts = (await findAccountIds(db, text)) ?? []
  return { targets: accounts, admins: accounts }
}

async function withNames(db: Db, rows: ActivityRow[]): Promise<Activity[]> {
  const users = rows.flatMap(({ admin_id, target }) =>
    z.guid().safeParse(target).success ? [admin_id, target] : [admin_id],
  )
  const contacts = await readContacts(db, [...new Set(users)])
  return rows.map(({ created_at, from_value, to_value, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    admin_name: contacts.get(row.admin_id)?.name ?? '',
    target_name: contacts.get(row.target)?.name,
    from: from_value,
    to: to_value,
  }))
}
