import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import { orderBannersSchema } from '../../../shared/banners/schema.ts'
import { orderCategoriesSchema } from '../../../shared/categories/schema.ts'
import { marketFormSchema, regionFormSchema } from '../../../shared/market/schema.ts'
import { PREVIEW_MINUTES } from '../../../shared/previews/messages.ts'
import { previewBannerSchema, previewCategorySchema, previewSchema } from '../../../shared/previews/schema.ts'
import { sitePagePath } from '../../../shared/site-pages/constants.ts'
import { orderPagesSchema, pageTextSchema, slugParamSchema } from '../../../shared/site-pages/schema.ts'
import { acting } from '../../people/audit/acting.ts'
import type { Acting } from '../../people/audit/queries.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { type App, adminRoutesFor } from '../../platform/http/guards.ts'
import { pageWith } from '../site-pages/edit-pages.ts'
import { type Draft, insertPreview } from './queries.ts'

interface Deps {
  db: Db
  clock: Clock
}

const TOKEN_BYTES = 32
const created = { 201: previewSchema }

async function addPreview(db: Db, { admin_id, now }: Acting, draft: Draft, path = '/') {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expires_at = new Date(now.getTime() + PREVIEW_MINUTES * 60_000)
  await insertPreview(db, { token, draft, admin_id, expires_at })
  return { address: `/preview/${token}${path}` }
}

export async function previewsRoutes(app: App, deps: Deps): Promise<void> {
  await marketPreviewRoutes(app, deps)
  await contentPreviewRoutes(app, deps)
}

const marketPreviewRoutes = adminRoutesFor('settings', (app, { db, clock }: Deps) => {
  app.post(
    '/api/admin/market/preview',
    { schema: { summary: 'Preview the settings of the marketplace', body: marketFormSchema, response: created } },
    async (request, reply) =>
      reply.code(201).send(await addPreview(db, acting(request, clock), { market: request.body })),
  )

  app.post(
    '/api/admin/market/region/preview',
    { schema: { summary: 'Preview the region of the marketplace', body: regionFormSchema, response: created } },
    async (request, reply) =>
      reply.code(201).send(await addPreview(db, acting(request, clock), { region: request.body })),
  )
})

const contentPreviewRoutes = adminRoutesFor('content', (app, { db, clock }: Deps) => {
  app.post(
    '/api/admin/banners/preview',
    { schema: { summary: 'Preview a banner', body: previewBannerSchema, response: created } },
    async (request, reply) =>
      reply.code(201).send(await addPreview(db, acting(request, clock), { banner: request.body })),
  )

  app.post(
    '/api/admin/banner-order/preview',
    { schema: { summary: 'Preview an order of the banners', body: orderBannersSchema, response: created } },
    async (request, reply) =>
      reply.code(201).send(await addPreview(db, acting(request, clock), { banner_order: request.body.banner_numbers })),
  )

  app.post(
    '/api/admin/categories/preview',
    { schema: { summary: 'Preview a category', body: previewCategorySchema, response: created } },
    async (request, reply) =>
      reply.code(201).send(await addPreview(db, acting(request, clock), { category: request.body })),
  )

  app.post(
    '/api/admin/category-order/preview',
    { schema: { summary: 'Preview an order of the categories', body: orderCategoriesSchema, response: created } },
    async (request, reply) =>
      reply.code(201).send(await addPreview(db, acting(request, clock), { category_order: request.body.slugs })),
  )

  app.post(
    '/api/admin/page-order/preview',
    { schema: { summary: 'Preview an order of the pages', body: orderPagesSchema, response: created } },
    async (request, reply) =>
      reply.code(201).send(await addPreview(db, acting(request, clock), { page_order: request.body.slugs })),
  )

  const params = z.object({ slug: slugParamSchema })
  app.post(
    '/api/admin/pages/:slug/preview',
    { schema: { summary: 'Preview a page', params, body: pageTextSchema, response: created } },
    async (request, reply) => {
      const { slug } = request.params
      const by = acting(request, clock)
      const page = await pageWith(db, slug, request.body, by.now)
      return reply.code(201).send(await addPreview(db, by, { page }, sitePagePath(slug)))
    },
  )
})
