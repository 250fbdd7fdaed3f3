import type { Db } from '../../../db/tables.ts'
import { NOTICES_SHOWN } from '../../../shared/audit/constants.ts'
import { noticeErrors } from '../../../shared/audit/errors.ts'
import { noticeParamsSchema, noticesSchema } from '../../../shared/audit/schema.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { callerOf, respondsWith, routesFor } from '../../platform/http/guards.ts'
import { deleteNotice, listNotices } from '../audit/queries.ts'

const noticeNotFound = () => errorsOf(noticeErrors)('notice_not_found')

/** Lists admins' actions on a seller's account, products and orders. */
export const activitySellerRoutes = routesFor(['seller'], (app, { db }: { db: Db }) => {
  app.get(
    '/api/seller/notices',
    respondsWith(noticesSchema, { summary: "The caller's notices of what admins did" }),
    (request) => listNotices(db, callerOf(request).user_id, NOTICES_SHOWN),
  )

  app.delete(
    '/api/seller/notices/:notice_number',
    { schema: { summary: 'Dismiss a notice', params: noticeParamsSchema } },
    async (request, reply) => {
      const { notice_number } = request.params
      if (!(await deleteNotice(db, callerOf(request).user_id, notice_number))) throw noticeNotFound()
      return reply.code(204).send(null)
    },
  )
})
