import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import { revisionSchema } from '../../../shared/kernel/revision.ts'
import {
  addPageSchema,
  adminPageSchema,
  adminPagesSchema,
  changePageSchema,
  orderPagesSchema,
  savePageSchema,
  slugParamSchema,
} from '../../../shared/site-pages/schema.ts'
import { acting } from '../../people/audit/acting.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { type App, adminRoutesFor, respondsWith } from '../../platform/http/guards.ts'
import * as editing from './edit-pages.ts'
import { listPages } from './queries.ts'

interface Deps {
  db: Db
  clock: Clock
}

const params = z.object({ slug: slugParamSchema })

/** The pages that the marketplace writes itself. */
export const sitePagesAdminRoutes = adminRoutesFor('content', (app, deps: Deps) => {
  listRoutes(app, deps)
  pageRoutes(app, deps)
})

function listRoutes(app: App, { db, clock }: Deps): void {
  app.get(
    '/api/admin/pages',
    respondsWith(adminPagesSchema, { summary: 'The pages of the marketplace' }),
    async () => ({ pages: await listPages(db) }),
  )

  app.post(
    '/api/admin/pages',
    { schema: { summary: 'Add a page', body: addPageSchema, response: { 201: adminPageSchema } } },
    async (request, reply) => reply.code(201).send(await editing.addPage(db, acting(request, clock), request.body)),
  )

  app.put(
    '/api/admin/page-order',
    respondsWith(adminPagesSchema, { summary: 'Order the pages', body: orderPagesSchema }),
    async (request) => ({ pages: await editing.orderPages(db, acting(request, clock), request.body) }),
  )
}

function pageRoutes(app: App, { db, clock }: Deps): void {
  app.get(
    '/api/admin/pages/:slug',
    respondsWith(adminPageSchema, { summary: 'A page as it is edited', params }),
    (request) => editing.readPage(db, request.params.slug),
  )

  app.put(
    '/api/admin/pages/:slug',
    respondsWith(adminPageSchema, { summary: 'Save the draft of a page', params, body: savePageSchema }),
    (request) => editing.savePage(db, acting(request, clock), request.params.slug, request.body),
  )

  app.patch(
    '/api/admin/pages/:slug',
    respondsWith(adminPageSchema, {
      summary: 'Put a page into the footer, or take it out',
      params,
      body: changePageSchema,
    }),
    (request) => editing.changeFooter(db, acting(request, clock), { ...request.params, ...request.body }),
  )

  app.post(
    '/api/admin/pages/:slug/publish',
    respondsWith(adminPageSchema, { summary: 'Publish the draft of a page', params, body: revisionSchema }),
    (request) => editing.publishPage(db, acting(request, clock), { ...request.params, ...request.body }),
  )

  app.post(
    '/api/admin/pages/:slug/unpublish',
    respondsWith(adminPageSchema, { summary: 'Take a page out of the shop', params, body: revisionSchema }),
    (request) => editing.unpublishPage(db, acting(request, clock), { ...request.params, ...request.body }),
  )

  app.delete(
    '/api/admin/pages/:slug',
    { schema: { summary: 'Delete an added page', params } },
    async (request, reply) => {
      await editing.deletePage(db, acting(request, clock), request.params.slug)
      return reply.code(204).send(null)
    },
  )
}
