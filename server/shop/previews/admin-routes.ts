import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../../db/tables.ts'
import { bannerErrors } from '../../../shared/banners/errors.ts'
import { bannerParamsSchema, orderBannersSchema } from '../../../shared/banners/schema.ts'
import { categoryErrors } from '../../../shared/categories/errors.ts'
import { categorySlugSchema, mergeCategorySchema, orderCategoriesSchema } from '../../../shared/categories/schema.ts'
import { MARKET_PICTURES } from '../../../shared/market/constants.ts'
import { marketErrors } from '../../../shared/market/errors.ts'
import { marketFormSchema, regionFormSchema } from '../../../shared/market/schema.ts'
import { PREVIEW_MINUTES } from '../../../shared/previews/messages.ts'
import {
  type Preview,
  previewBannerSchema,
  previewCategorySchema,
  previewPagesSchema,
  previewSchema,
} from '../../../shared/previews/schema.ts'
import { sitePagePath } from '../../../shared/site-pages/constants.ts'
import { pageTextSchema, slugParamSchema } from '../../../shared/site-pages/schema.ts'
import { acting } from '../../people/audit/acting.ts'
import type { Acting } from '../../people/audit/queries.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { errorsOf } from '../../platform/http/errors.ts'
import { type App, adminRoutesFor } from '../../platform/http/guards.ts'
import { acceptPictures, withPicture } from '../../programs/storage/picture-bodies.ts'
import type { Storage } from '../../programs/storage/storage.ts'
import { withMarketPicture } from '../../programs/storage/store-picture.ts'
import { pageWith } from '../site-pages/edit-pages.ts'
import { type Draft, type DraftPicture, insertPreview } from './queries.ts'

interface Deps {
  db: Db
  clock: Clock
  storage: Storage
}

const TOKEN_BYTES = 32
const created = { 201: previewSchema }

async function addPreview(db: Db, { admin_id, now }: Acting, draft: Draft, path = '/') {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expires_at = new Date(now.getTime() + PREVIEW_MINUTES * 60_000)
  await insertPreview(db, { token, draft, admin_id, expires_at })
  return { address: `/preview/${token}${path}` }
}

/** Previews the picture that a request sends, or the removal of the present one when it sends none. */
function addPicturePreview(
  request: FastifyRequest,
  { db, clock, storage }: Deps,
  place: Omit<DraftPicture, 'file'>,
  failure: Parameters<typeof withPicture>[1],
): Promise<Preview> {
  const by = acting(request, clock)
  const add = (file: DraftPicture['file']) => addPreview(db, by, { picture: { ...place, file } })
  if (request.body === undefined) return add(null)
  return withPicture(request, failure, (source) => withMarketPicture(storage, { source, kind: place.kind }, add))
}

export async function previewsRoutes(app: App, deps: Deps): Promise<void> {
  await marketPreviewRoutes(app, deps)
  await contentPreviewRoutes(app, deps)
  await picturePreviewRoutes(app, deps)
}

const marketPreviewRoutes = adminRoutesFor('settings', (app, deps: Deps) => {
  const { db, clock } = deps
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

  acceptPictures(app)
  const params = z.object({ picture: z.enum(MARKET_PICTURES) })
  app.post(
    '/api/admin/market/pictures/:picture/preview',
    { schema: { summary: 'Preview the logo or the icon; the body is the file', params, response: created } },
    async (request, reply) => {
      const place = { kind: request.params.picture }
      return reply.code(201).send(await addPicturePreview(request, deps, place, errorsOf(marketErrors)))
    },
  )
})

const picturePreviewRoutes = adminRoutesFor('content', (app, deps: Deps) => {
  acceptPictures(app)
  app.post(
    '/api/admin/banners/:banner_number/picture/preview',
    {
      schema: {
        summary: 'Preview the picture of a banner; the body is the file',
        params: bannerParamsSchema,
        response: created,
      },
    },
    async (request, reply) => {
      const place = { kind: 'banner', of: request.params.banner_number } as const
      return reply.code(201).send(await addPicturePreview(request, deps, place, errorsOf(bannerErrors)))
    },
  )

  app.post(
    '/api/admin/categories/:slug/picture/preview',
    {
      schema: {
        summary: 'Preview the picture of a category; the body is the file',
        params: categoryParams,
        response: created,
      },
    },
    async (request, reply) => {
      const place = { kind: 'category', of: request.params.slug } as const
      return reply.code(201).send(await addPicturePreview(request, deps, place, errorsOf(categoryErrors)))
    },
  )
})

const categoryParams = z.object({ slug: categorySlugSchema })

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
    '/api/admin/categories/:slug/merge/preview',
    {
      schema: {
        summary: 'Preview the merging of a category into another',
        params: categoryParams,
        body: mergeCategorySchema,
        response: created,
      },
    },
    async (request, reply) => {
      const merge = { slug: request.params.slug, into: request.body.into }
      return reply.code(201).send(await addPreview(db, acting(request, clock), { merge }))
    },
  )

  app.post(
    '/api/admin/category-order/preview',
    { schema: { summary: 'Preview an order of the categories', body: orderCategoriesSchema, response: created } },
    async (request, reply) =>
      reply.code(201).send(await addPreview(db, acting(request, clock), { category_order: request.body.slugs })),
  )

  app.post(
    '/api/admin/page-order/preview',
    {
      schema: {
        summary: 'Preview the pages in the shop and in its footer',
        body: previewPagesSchema,
        response: created,
      },
    },
    async (request, reply) =>
      reply.code(201).send(await addPreview(db, acting(request, clock), { pages: request.body })),
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
