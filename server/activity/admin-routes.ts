import { z } from 'zod'
import type { Db } from '../../db/tables.ts'
import {
  actionParamsSchema,
  activityFilterSchema,
  activityPageSchema,
  activityQuerySchema,
  activitySchema,
} from '../../shared/audit/schema.ts'
import { sendCsv } from '../data/csv.ts'
import { routesFor } from '../http/guards.ts'
import { ACTIVITY_EXPORT_HEADER, exportActivity, listActivity, readActivity } from './list-activity.ts'

/** What admins did, for admins. */
export const activityAdminRoutes = routesFor(['admin'], (app, { db }: { db: Db }) => {
  app.get(
    '/api/admin/activity',
    {
      schema: {
        summary: 'A page of what admins did',
        querystring: activityQuerySchema,
        response: { 200: activityPageSchema },
      },
    },
    (request) => listActivity(db, request.query),
  )

  app.get(
    '/api/admin/activity/:action_number',
    {
      schema: { summary: 'One thing that an admin did', params: actionParamsSchema, response: { 200: activitySchema } },
    },
    (request) => readActivity(db, request.params.action_number),
  )

  // Without HEAD: it would build the whole file.
  app.get(
    '/api/admin/activity.csv',
    {
      exposeHeadRoute: false,
      schema: {
        summary: 'What admins did as CSV',
        produces: ['text/csv'],
        querystring: activityFilterSchema,
        response: { 200: z.string() },
      },
    },
    async (request, reply) => {
      const rows = await exportActivity(db, request.query)
      return sendCsv(reply, { name: 'activity.csv', header: ACTIVITY_EXPORT_HEADER, ...rows })
    },
  )
})
