import type { Db } from '../../../db/tables.ts'
import {
  adminBannerSchema,
  adminBannersSchema,
  bannerFormSchema,
  orderBannersSchema,
  bannerParamsSchema as params,
  saveBannerSchema,
} from '../../../shared/banners/schema.ts'
import { pictureQuerySchema as querystring } from '../../../shared/kernel/revision.ts'
import { acting } from '../../people/audit/acting.ts'
import type { Clock } from '../../platform/config/clock.ts'
import { type App, adminRoutesFor, respondsWith } from '../../platform/http/guards.ts'
import { acceptPictures, withPicture } from '../../programs/storage/picture-bodies.ts'
import type { Storage } from '../../programs/storage/storage.ts'
import { withMarketPicture } from '../../programs/storage/store-picture.ts'
import * as editing from './edit-banners.ts'

interface Deps {
  db: Db
  clock: Clock
  storage: Storage
}

/** The banners of the home page. */
export const bannersAdminRoutes = adminRoutesFor('content', (app, deps: Deps) => {
  bannerRoutes(app, deps)
  pictureRoutes(app, deps)
})

function bannerRoutes(app: App, { db, clock, storage }: Deps): void {
  app.get(
    '/api/admin/banners',
    respondsWith(adminBannersSchema, { summary: 'The banners of the home page' }),
    async () => ({ banners: await editing.listForAdmins(db, clock()) }),
  )

  app.post(
    '/api/admin/banners',
    { schema: { summary: 'Add a banner', body: bannerFormSchema, response: { 201: adminBannerSchema } } },
    async (request, reply) => reply.code(201).send(await editing.addBanner(db, acting(request, clock), request.body)),
  )

  app.put(
    '/api/admin/banner-order',
    respondsWith(adminBannersSchema, { summary: 'Order the banners', body: orderBannersSchema }),
    async (request) => ({
      banners: await editing.orderBanners(db, acting(request, clock), request.body),
    }),
  )

  app.put(
    '/api/admin/banners/:banner_number',
    respondsWith(adminBannerSchema, { summary: 'Change a banner', params, body: saveBannerSchema }),
    (request) => editing.saveBanner(db, acting(request, clock), request.params.banner_number, request.body),
  )

  app.delete(
    '/api/admin/banners/:banner_number',
    { schema: { summary: 'Delete a banner', params } },
    async (request, reply) => {
      await editing.deleteBanner({ db, storage }, acting(request, clock), request.params.banner_number)
      return reply.code(204).send(null)
    },
  )
}

function pictureRoutes(app: App, { db, clock, storage }: Deps): void {
  acceptPictures(app)
  app.put(
    '/api/admin/banners/:banner_number/picture',
    respondsWith(adminBannerSchema, {
      summary: 'Change the picture of a banner; the body is the file',
      params,
      querystring,
    }),
    async (request) => {
      const changed = { ...request.params, ...request.query }
      await withPicture(request, editing.bannerError, (source) =>
        withMarketPicture(storage, { source, kind: 'banner' }, (staged) =>
          editing.setPicture({ db, storage }, acting(request, clock), changed, staged),
        ),
      )
      return editing.readBanner(db, changed.banner_number, clock())
    },
  )

  app.delete(
    '/api/admin/banners/:banner_number/picture',
    respondsWith(adminBannerSchema, { summary: 'Remove the picture of a banner', params, querystring }),
    async (request) => {
      const changed = { ...request.params, ...request.query }
      await editing.setPicture({ db, storage }, acting(request, clock), changed, undefined)
      return editing.readBanner(db, changed.banner_number, clock())
    },
  )
}
